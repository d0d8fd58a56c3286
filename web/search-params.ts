/** The search part of an address as flat text: `?a=1&b=DE,GB` and nothing cleverer, so that people can read it. */
export type SearchParams = Record<string, string | undefined>

export const parseSearch = (search: string): SearchParams => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(params: Record<string, unknown>): string {
  const filled = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const text = new URLSearchParams(filled).toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

/** What of an address goes with the reader from one page of numbers to another: the moment as of which they are read. */
export const keptMoment = ({ asOf }: SearchParams): SearchParams => ({ asOf })

/** The same beside what a link asks for. */
export const withMoment =
  (asked: SearchParams = {}) =>
  (previous: SearchParams): SearchParams => ({ ...keptMoment(previous), ...asked })
