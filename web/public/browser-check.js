// Says so where a browser lacks what the pages are made of. In old words and a file of its own, because such a
// browser may not even read the program; nothing here asks for a browser's name, only for what it can do.
;(function () {
  var canShow =
    'noModule' in document.createElement('script') &&
    typeof Array.prototype.toSorted === 'function' &&
    typeof Array.prototype.findLast === 'function' &&
    'inert' in HTMLElement.prototype &&
    typeof ResizeObserver === 'function' &&
    typeof Intl === 'object' &&
    !!window.CSS &&
    CSS.supports('container-type', 'inline-size') &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)')
  if (canShow) return
  document.addEventListener('DOMContentLoaded', function () {
    var alert = document.createElement('div')
    alert.setAttribute('role', 'alert')
    alert.className = 'unsupported-browser'
    alert.textContent =
      'Unsupported browser. Please use the latest version of Chrome, Edge, Safari, or Firefox.'
    document.body.insertBefore(alert, document.body.firstChild)
  })
})()
