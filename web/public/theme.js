// Runs before the first paint, so that a page never flashes in the wrong theme. A file of its own, because
// the content policy allows no inline script. web/shell/theme.ts writes what is read here.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('sextant.theme')
  } catch (error) {
    // Storage may be forbidden; the system's preference then decides.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
