"""Space combat: a crew at its stations brings down the Shooting target number, then the gunners shoot."""
