import { Option } from 'commander'
import { configFrom } from '#server/config.ts'
import type { Client } from './client.ts'
import { Refused, UsageError } from './failures.ts'

export const companyOption = () =>
  new Option('--company <company>', 'its name or id; left out, SEXTANT_COMPANY or the only company there is')

const COMPANY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NAMES_SHOWN_MAX = 10

/** The id of the company that was named, by its name in any capitals or by its id; else of the one that is meant. */
export async function companyIdOf(
  client: Client,
  named: string | undefined,
  usual = configFrom(process.env).company,
): Promise<string> {
  const wanted = (named ?? usual)?.trim()
  // Whether there is one with this id, and for whom, the server says.
  if (wanted && COMPANY_ID.test(wanted)) return wanted
  const companies = await client.query('companies.getUserCompanyOptions')
  if (wanted) {
    const found = companies.filter(({ name }) => folded(name) === folded(wanted))
    if (found.length === 1) return found[0]!.id
    if (found.length === 0)
      throw new Refused(`The company "${wanted}" does not exist. sextant company list shows them.`)
    throw new UsageError(
      `${found.length} companies are called "${wanted}". Say which by its id: ${found.map(({ id }) => id).join(' or ')}.`,
    )
  }
  if (companies.length === 1) return companies[0]!.id
  if (companies.length === 0)
    throw new UsageError('There is no company yet: sextant company create --name NAME makes one.')
  const names = companies.slice(0, NAMES_SHOWN_MAX).map(({ name }) => `"${name}"`)
  const more = companies.length > names.length ? ` and ${companies.length - names.length} more` : ''
  throw new UsageError(
    `Say which company: --company NAME, or SEXTANT_COMPANY. There are ${names.join(', ')}${more}.`,
  )
}

const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()
