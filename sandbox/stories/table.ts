/** A tab-separated table; the headings are those of the first row. */
export function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const headings = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => headings.map((heading) => row[heading] ?? '').join('\t'))
  return `${[headings.join('\t'), ...lines].join('\n')}\n`
}
