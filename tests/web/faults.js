() => {
  const seen = (node) => node.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const short = (node) => node.outerHTML.slice(0, 110);
  const found = [];
  const ids = new Map();
  for (const node of document.querySelectorAll('[id]')) ids.set(node.id, (ids.get(node.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) found.push(`id twice: ${id}`);
  for (const node of document.querySelectorAll('[aria-labelledby], [aria-controls], label[for]')) {
    for (const name of ['aria-labelledby', 'aria-controls', 'for']) {
      for (const to of (node.getAttribute(name) ?? '').split(' '))
        if (to && !document.getElementById(to)) found.push(`${name} to nothing: ${short(node)}`);
    }
  }
  for (const node of document.querySelectorAll('button, input, select, textarea, a[href], [role=button], [role=application], [role=tab], summary, svg[role]')) {
    const name = node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length || node.title || node.getAttribute('aria-labelledby');
    if (seen(node) && !name) found.push(`no name: ${short(node)}`);
  }
  for (const node of document.querySelectorAll('[tabindex]')) if (Number(node.tabIndex) > 0) found.push(`tabindex above 0: ${short(node)}`);
  for (const node of document.querySelectorAll('img')) if (!node.hasAttribute('alt')) found.push(`no alt: ${short(node)}`);
  for (const node of document.querySelectorAll('button button, a a, a button, button a, summary button')) found.push(`nested: ${short(node)}`);
  for (const node of document.querySelectorAll('ul > *, ol > *')) if (!['LI', 'SCRIPT', 'TEMPLATE'].includes(node.tagName)) found.push(`not an item: ${short(node)}`);
  for (const node of document.querySelectorAll('dl > *')) if (!['DT', 'DD', 'DIV'].includes(node.tagName)) found.push(`not a term: ${short(node)}`);
  if (!document.documentElement.lang) found.push('no language');
  if (document.querySelectorAll('main').length !== 1) found.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
  return found;
}
