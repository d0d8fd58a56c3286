import type { Analytics, StatementOptions } from './warehouse.ts'

/**
 * Work whose statements run side by side. Where it fails, those that are still under way are ended, those that would come
 * next do not begin, and only then is the failure told: what comes after it may take for granted that nothing of this work
 * is written any more.
 */
export async function endingTogether<T>(
  analytics: Analytics,
  signal: AbortSignal | undefined,
  work: (analytics: Analytics, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const running = new Set<Promise<unknown>>()
  const during = <R>(statement: Promise<R>): Promise<R> => {
    const ended = statement.catch(() => {}).finally(() => running.delete(ended))
    running.add(ended)
    return statement
  }
  const stoppable = <O extends StatementOptions>(options?: O) => ({
    ...options,
    signal: options?.signal ?? stop,
  })
  const own: Analytics = {
    run: (query, company, params, options) =>
      during(analytics.run(query, company, params, stoppable(options))),
    command: (statement, options) => during(analytics.command(statement, stoppable(options))),
    rows: (statement, options) => during(analytics.rows(statement, stoppable(options))),
    insertStream: (statement, body, options) =>
      during(analytics.insertStream(statement, body, stoppable(options))),
    insertRows: (table, rows, options) => during(analytics.insertRows(table, rows, stoppable(options))),
    cancel: (queryIdPrefix) => during(analytics.cancel(queryIdPrefix)),
    clustered: analytics.clustered,
    shardOf: (company) => during(analytics.shardOf(company)),
    close: () => analytics.close(),
    [Symbol.asyncDispose]: () => analytics.close(),
  }
  try {
    return await work(own, stop)
  } catch (error) {
    failed.abort(error)
    await Promise.all(running)
    throw error
  }
}
