//! The duels in Rust, every die thrown: `duel FIGHTS WIDTH SEED OTHER` and the nine numbers of each duellist (bench/duel.py).
//! Plays so many fights, or (FIGHTS 0) blocks of them until the 95 % interval is as narrow as WIDTH on either side.
//! Prints fights, wins of the first, and turns.

const BLOCK: u64 = 20_000;

struct Dice(u64);

impl Dice {
    #[inline(always)]
    fn die(&mut self) -> i64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) * 6 >> 32) as i64 + 1
    }

    #[inline(always)]
    fn three(&mut self) -> i64 {
        self.die() + self.die() + self.die()
    }
}

#[derive(Clone, Copy)]
struct Person {
    skill: i64,
    defence: i64,
    ht: i64,
    hp: i64,
    dr: i64,
    dice: i64,
    adds: i64,
    least: i64,
    halves: i64,
}

impl Person {
    fn read(n: &[i64]) -> Person {
        Person { skill: n[0], defence: n[1], ht: n[2], hp: n[3], dr: n[4], dice: n[5], adds: n[6], least: n[7], halves: n[8] }
    }
}

#[derive(Clone, Copy)]
struct Shape {
    hp: i64,
    shock: i64,
    stunned: bool,
}

#[inline(always)]
fn fails(rolled: i64, target: i64) -> bool {
    rolled > 4 && (rolled > 16 || rolled > target)
}

/// The blow lands: does it end the fight?
#[inline(always)]
fn strike(who: &Person, whom: &Person, hurt: &mut Shape, most: bool, dice: &mut Dice) -> bool {
    let thrown = if most { 6 * who.dice } else { (0..who.dice).map(|_| dice.die()).sum() };
    let through = std::cmp::max(who.least, thrown + who.adds) - whom.dr;
    if through <= 0 {
        return false;
    }
    let points = std::cmp::max(1, through * who.halves / 2);
    let before = hurt.hp;
    hurt.hp -= points;
    hurt.shock = std::cmp::min(4, points);
    if hurt.hp <= -5 * whom.hp {
        return true;
    }
    if hurt.hp <= -whom.hp {
        for times in 1..5 {
            let line = -times * whom.hp;
            if before > line && line >= hurt.hp && fails(dice.three(), whom.ht) {
                return true;
            }
        }
    }
    if 2 * points > whom.hp {
        let rolled = dice.three();
        if fails(rolled, whom.ht) {
            if rolled - whom.ht >= 5 {
                return true;
            }
            hurt.stunned = true;
        }
    }
    false
}

/// Who wins, and after how many turns.
#[inline(always)]
fn fight(people: &[Person; 2], other: bool, dice: &mut Dice) -> (usize, u64) {
    let mut now = [
        Shape { hp: people[0].hp, shock: 0, stunned: false },
        Shape { hp: people[1].hp, shock: 0, stunned: false },
    ];
    let (mut a, mut turns) = (0, 0);
    loop {
        let f = 1 - a;
        turns += 1;
        if now[a].hp <= 0 && (other || !now[a].stunned) {
            let harder = if other { 0 } else { -now[a].hp / people[a].hp };
            if fails(dice.three(), people[a].ht - harder) {
                return (f, turns);
            }
        }
        let skill = people[a].skill - now[a].shock;
        now[a].shock = 0;
        if now[a].stunned {
            now[a].stunned = fails(dice.three(), people[a].ht);
        } else {
            let rolled = dice.three();
            if fails(rolled, skill) {
                now[a].stunned = other && (rolled == 18 || (rolled == 17 && skill <= 15) || rolled - skill >= 10);
            } else {
                let mut hit = rolled <= 4 || (rolled == 5 && skill >= 15) || (rolled == 6 && skill >= 16);
                if !hit {
                    let mut defence = people[f].defence;
                    if other && 3 * now[f].hp < people[f].hp {
                        defence = (defence + 1) / 2;
                    }
                    if now[f].stunned {
                        defence -= 4;
                    }
                    hit = fails(dice.three(), defence);
                }
                if hit && strike(&people[a], &people[f], &mut now[f], other && rolled == 3, dice) {
                    return (a, turns);
                }
            }
        }
        a = f;
    }
}

fn wide(wins: u64, fights: u64, width: f64) -> bool {
    let share = wins as f64 / fights as f64;
    1.96 * (share * (1.0 - share) / fights as f64).sqrt() > width
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = words[0].parse().expect("FIGHTS");
    let width: f64 = words[1].parse().expect("WIDTH");
    let seed: u64 = words[2].parse().expect("SEED");
    let other = words[3] == "1";
    let numbers: Vec<i64> = words[4..].iter().map(|word| word.parse().expect("a whole number")).collect();
    let people = [Person::read(&numbers[..9]), Person::read(&numbers[9..])];
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut fights, mut wins, mut turns) = (0, 0, 0);
    while fights < count || (count == 0 && (fights == 0 || wide(wins, fights, width))) {
        for _ in 0..(if count > 0 { count } else { BLOCK }) {
            let (winner, took) = fight(&people, other, &mut dice);
            wins += (winner == 0) as u64;
            turns += took;
            fights += 1;
        }
    }
    println!("{fights} {wins} {turns}");
}
