// Runs before the first paint, so that a dark screen never flashes white. A file of its own, because
// the content security policy allows no inline script. `preferences.tsx` keeps it up to date.
(function () {
  var choice = 'system';
  try {
    choice = localStorage.getItem('razao.theme') || 'system';
  } catch (error) {}
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
