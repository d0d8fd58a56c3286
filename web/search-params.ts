import { PATHS } from './paths.ts'

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

/** No numbers are there, of now or then. */
const WITHOUT_NUMBERS: readonly string[] = [PATHS.connections, PATHS.companyGeneral]

/** The same beside what a link asks for, to wherever it leads. */
export const withMoment =
  (to: string, asked: SearchParams = {}) =>
  (previous: SearchParams): SearchParams =>
    WITHOUT_NUMBERS.includes(to) ? asked : { ...keptMoment(previous), ...asked }
