/** Hooks as React runs them, without a browser: what is drawn is nothing. */
import { createElement } from 'react'
import { createRoot, type Container } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** All that React asks of a place where nothing is drawn. */
const NOWHERE = {
  nodeType: 1,
  tagName: 'DIV',
  namespaceURI: 'http://www.w3.org/1999/xhtml',
  addEventListener: () => {},
  ownerDocument: {
    nodeType: 9,
    addEventListener: () => {},
    defaultView: { HTMLIFrameElement: Object },
  },
} as unknown as Container

/**
 * Runs a hook whenever it asks for that, and whenever it is given something else with `draw`. It is run later: `current`
 * has what it gave at last.
 * @param within puts around it what it takes from above
 */
export function drawnHook<P, R>(
  hook: (given: P) => R,
  within: (drawn: React.ReactElement) => React.ReactElement,
) {
  // It is taken back at the end of the file, as all that is stubbed.
  vi.stubGlobal('window', globalThis)
  const root = createRoot(NOWHERE)
  onTestFinished(async () => {
    root.unmount()
    // What effects leave behind is done in the next turn.
    await new Promise(setImmediate)
  })
  const result: { current?: R } = {}
  const Drawn = ({ of }: { of: P }) => {
    result.current = hook(of)
    return null
  }
  return { result, draw: (of: P) => root.render(within(createElement(Drawn, { of }))) }
}
