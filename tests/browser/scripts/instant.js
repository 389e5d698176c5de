// The settings are in the page before the script of Material that reads them, and whole once something is behind them.
new MutationObserver((_, observer) => {
  const settings = document.getElementById("__config");
  if (!settings?.nextSibling) return;
  const values = JSON.parse(settings.textContent);
  settings.textContent = JSON.stringify({ ...values, features: [...values.features, "navigation.instant"] });
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
