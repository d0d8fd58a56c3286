/**
 * Names for expressions that a statement needs in several places, as columns of queries beneath it: the engine's planner works
 * through an expression anew wherever it stands, and takes longer for that than a small file's rows do.
 */
export class NamedColumns {
  readonly #prefix: string
  /** By expression, the names of each query; one that names others stands above theirs. */
  readonly #queries: Map<string, string>[] = []

  /** @param prefix of the names, which nothing else in the statement begins with */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  of(expression: string): string {
    const beneath = [...expression.matchAll(new RegExp(`\\b${this.#prefix}([0-9]+)_[0-9]+\\b`, 'g'))]
    const height = Math.max(0, ...beneath.map(([, of]) => Number(of) + 1))
    const names = (this.#queries[height] ??= new Map())
    const name = names.get(expression) ?? `${this.#prefix}${height}_${names.size}`
    names.set(expression, name)
    return name
  }

  /** The rows of a query with the columns that were named until now. */
  over(query: string): string {
    return this.#queries.reduce(
      (from, names) =>
        `SELECT *,\n  ${[...names].map(([expression, name]) => `${expression} AS ${name}`).join(',\n  ')}\nFROM (${from})`,
      query,
    )
  }
}
