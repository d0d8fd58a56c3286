import type { Analytics } from '#server/analytics/index.ts'

/** A statement with the time that its caller waited for it. */
export interface Timed {
  statement: string
  startedMs: number
  ms: number
}

/** The same door, writing down how long each statement takes. */
export function timed(analytics: Analytics, log: Timed[]): Analytics {
  const observe = async <R>(text: string, call: () => Promise<R>): Promise<R> => {
    const startedMs = performance.now()
    try {
      return await call()
    } finally {
      const statement = text.replace(/\s+/g, ' ').trim()
      log.push({ statement, startedMs, ms: performance.now() - startedMs })
    }
  }
  return {
    run: (query, ...rest) => observe(query.name, () => analytics.run(query, ...rest)),
    command: (text, ...rest) => observe(text, () => analytics.command(text, ...rest)),
    rows: <T>(...args: Parameters<Analytics['rows']>) => observe(args[0], () => analytics.rows<T>(...args)),
    insertStream: (text, ...rest) => observe(text, () => analytics.insertStream(text, ...rest)),
    insertRows: (table, ...rest) => observe(table, () => analytics.insertRows(table, ...rest)),
    cancel: (prefix) => analytics.cancel(prefix),
    clustered: analytics.clustered,
    shardOf: (company) => analytics.shardOf(company),
    close: () => analytics.close(),
    [Symbol.asyncDispose]: () => analytics[Symbol.asyncDispose](),
  }
}
