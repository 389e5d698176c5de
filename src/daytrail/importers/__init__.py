"""From foreign text to drafts of entries, plans and lists; only the command imports them."""
