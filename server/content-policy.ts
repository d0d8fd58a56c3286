/** Where a page may load from, and what may run in it. */
interface PolicyOptions {
  /** Other origins that the pages call: that of a managed user pool. */
  connectTo?: readonly string[]
  /** What style elements of the page carry; without it there are none. */
  styleNonce?: string
}

/** The content security policy: nothing from elsewhere, no script and no style that stands in a page itself. */
export function contentPolicy({ connectTo = [], styleNonce }: PolicyOptions = {}): string {
  const self = "'self'"
  const directives: Record<string, readonly string[]> = {
    'default-src': [self],
    'script-src': [self],
    'script-src-attr': ["'none'"],
    // The foot of printed sheets and two rules of the library of controls are style elements. Properties that scripts
    // set, like widths of columns and bars, are not concerned.
    'style-src': [self, ...(styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`])],
    'img-src': [self, 'data:'],
    'connect-src': [self, ...connectTo],
    // What compresses workbooks works in a thread that it makes from its own text.
    'worker-src': [self, 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [self],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
