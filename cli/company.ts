import { Command, InvalidArgumentError, Option } from 'commander'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { vatRateId, type VatRate } from '#contract/company-settings.ts'
import { isDay } from '#contract/date-range.ts'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import { ROLES } from '#contract/roles.ts'
import type { Client } from './client.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { confirm } from './confirm.ts'
import { Refused, UsageError } from './failures.ts'
import { command, withClient } from './run.ts'
import { printJson, say, tableText } from './terminal.ts'

type VatRateOption = Omit<VatRate, 'rate'> & {
  /** Null takes the rate back. */
  rate: string | null
}

/** A rate without a day is older than every sale. */
const ALL_DAYS = '1970-01-01'

interface SettingOptions {
  name?: string
  establishmentCountry?: string
  feeVatRecoverable?: boolean
  defaultCurrency?: string
  fxPolicy?: 'DAILY' | 'LATEST'
}

interface Options extends SettingOptions {
  company?: string
  vatRate?: VatRateOption[]
  yes?: true
  json?: true
}

export function companyCommand(): Command {
  const company = new Command('company').description(
    'make companies, change, list and delete them, and invite people',
  )
  company.addCommand(createCommand())
  company.addCommand(setCommand())
  company.addCommand(inviteCommand())
  company.addCommand(listCommand())
  company.addCommand(deleteCommand())
  return company
}

const withSettings = (settings: Command): Command =>
  settings
    .option('--establishment-country <code>', 'where the company is established, such as DE; or none', code)
    .option('--fee-vat-recoverable <boolean>', 'whether VAT on fees is reclaimed: true or false', trueOrFalse)
    .option('--default-currency <code>', 'the currency that pages begin with, such as EUR; or none', code)
    .addOption(
      new Option('--fx-policy <policy>', 'exchange rate of the day, or the newest one for all').choices([
        'DAILY',
        'LATEST',
      ]),
    )

const createCommand = (): Command =>
  withSettings(
    command('create', 'make a company and print its id', {
      example: 'sextant company create --name "Acme Ltd" --establishment-country DE --default-currency EUR',
    }).requiredOption('--name <name>', 'its name'),
  ).action(({ name, json, ...settings }: Options) =>
    withClient(async (client) => {
      const created = await client.mutate('companies.create', {
        name: name!,
        ...settingsOf(settings),
      } as never)
      if (json) printJson(created)
      else say(created.id)
    }),
  )

const inviteCommand = (): Command =>
  command('invite', 'let somebody into a company, who joins at the next sign-in', {
    example: 'sextant company invite ada@example.com --company "Acme Ltd" --role viewer',
  })
    .argument('<email>', 'the address they sign in with')
    .addOption(companyOption())
    .addOption(
      new Option('--role <role>', 'what they may do')
        .choices(ROLES.map((role) => role.toLowerCase()))
        .default('owner'),
    )
    .action((email: string, { company, role, json }: Options & { role: string }) =>
      withClient(async (client) => {
        const invited = await client.call('companySettings.permissions.invite', {
          companyId: await companyIdOf(client, company),
          email,
          role: role.toUpperCase(),
        })
        if (json) printJson(invited)
        else say(`${email} is invited, and joins at the next sign-in.`)
      }),
    )

const setCommand = (): Command =>
  withSettings(
    command('set', 'change settings of a company', {
      about: `A rate holds from its day on until the next one of its marketplace, and without a day for all days; before the first
one the standard rates hold. "none" as the rate takes a rate back.`,
      example: 'sextant company set "Acme Ltd" --fx-policy LATEST --vat-rate DE=0.19@2021-01-01',
    })
      .argument('[company]', 'its name or id')
      .addOption(companyOption())
      .option('--name <name>', 'its name'),
  )
    .option(
      '--vat-rate <rate>',
      'VAT of a marketplace as MARKETPLACE=RATE[@FROM], such as DE=0.19@2021-01-01; may be given several times',
      (text: string, before: VatRateOption[] | undefined) => [...(before ?? []), vatRate(text)],
    )
    .action((id: string | undefined, { company, vatRate: vatRates = [], json, ...settings }: Options) =>
      withClient(async (client) => {
        const named = oneOf(id, company)
        const someSettings = Object.keys(settings).length > 0
        if (!someSettings && vatRates.length === 0)
          throw new UsageError('Say what to change: --help lists it.')
        const companyId = await companyIdOf(client, named)
        const rates = vatRates.length > 0 && (await changedVatRates(client, companyId, vatRates))
        await client.mutate('companies.set', {
          companyId,
          ...settingsOf(settings),
          ...(rates && { vatRates: rates }),
        } as never)
        const now = await companyOf(client, companyId)
        if (json) printJson(now)
        else say(describe([now]))
      }),
    )

const listCommand = (): Command =>
  command('list', 'list the companies', { example: 'sextant company list' }).action(({ json }: Options) =>
    withClient(async (client) => {
      const companies = await client.query('companies.getUserCompanyOptions')
      if (json) printJson(companies)
      else
        say(
          companies.length > 0 ? describe(companies) : 'There is no company: sextant company create --name …',
        )
    }),
  )

const deleteCommand = (): Command =>
  command('delete', 'delete a company with everything that was imported for it', {
    about: 'Asks first, and takes nothing for granted: the company has to be named.',
    example: 'sextant company delete "Acme Ltd"',
  })
    .argument('[company]', 'its name or id')
    .option('--company <company>', 'its name or id')
    .option('--yes', 'do not ask')
    .action((id: string | undefined, { company, yes, json }: Options) =>
      withClient(async (client, signal) => {
        const named = oneOf(id, company)
        if (named === undefined) throw new UsageError('Say which company: its name or its id.')
        const companyId = await companyIdOf(client, named)
        const { name } = await companyOf(client, companyId)
        const question = `Delete "${name}" with all its files and numbers?`
        await confirm(question, yes, signal, name)
        const deleted = await client.mutate('companies.delete', { companyId })
        if (json) printJson(deleted)
        else say(`Deleted "${name}".`)
      }),
    )

function oneOf(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined && argument !== option)
    throw new UsageError('Two different companies were given.')
  return argument ?? option
}

type CompanyView = Awaited<ReturnType<typeof companyOf>>

async function companyOf(client: Client, id: string) {
  const company = (await client.query('companies.getUserCompanyOptions')).find((one) => one.id === id)
  if (!company) throw new Refused(`The company ${id} does not exist. sextant company list shows them.`)
  return company
}

const describe = (companies: CompanyView[]): string =>
  tableText(companies, [
    { heading: 'company', cell: (row) => row.id },
    { heading: 'name', cell: (row) => row.name },
    { heading: 'established in', cell: (row) => row.establishmentCountry ?? '–' },
    { heading: 'fee VAT recoverable', cell: (row) => (row.feeVatRecoverable ? 'yes' : 'no') },
    { heading: 'currency', cell: (row) => row.defaultCurrency ?? '–' },
    { heading: 'exchange rates', cell: (row) => row.fxPolicy },
  ])

/** What the company has entered, with these in place of those that begin on the same days. */
async function changedVatRates(
  client: Client,
  companyId: string,
  changes: readonly VatRateOption[],
): Promise<VatRate[]> {
  const { vatRates } = await client.query('companySettings.getGeneral', { companyId })
  const replaced = new Set(changes.map(vatRateId))
  const given = changes.flatMap(({ rate, ...period }) => (rate === null ? [] : [{ ...period, rate }]))
  return [...vatRates.filter((rate) => !replaced.has(vatRateId(rate))), ...given]
}

function vatRate(text: string): VatRateOption {
  const [, marketplace = '', rate = '', from = ALL_DAYS] =
    /^([A-Za-z]{2})=(none|\d*\.?\d+)(?:@(\d{4}-\d{2}-\d{2}))?$/i.exec(text) ?? []
  const code = MARKETPLACE_CODES.find((known) => known === marketplace.toUpperCase())
  if (!code || !isDay(from)) throw new InvalidArgumentError('Write it as DE=0.19 or DE=0.19@2021-01-01.')
  const period = { marketplace: code, validFrom: from }
  if (rate.toUpperCase() === NONE) return { ...period, rate: null }
  if (Number(rate) >= 1) throw new InvalidArgumentError('A rate is a share: 0.19 for 19 %.')
  return { ...period, rate: toText(parseDecimal(rate.replace(/^\./, '0.'))) }
}

/** In place of null, which the parser of arguments does not take. */
const NONE = 'NONE'
const code = (text: string): string => text.toUpperCase()

const settingsOf = ({ name, ...options }: SettingOptions): Record<string, unknown> => ({
  ...(name !== undefined && { name }),
  ...Object.fromEntries(Object.entries(options).map(([key, value]) => [key, value === NONE ? null : value])),
})

function trueOrFalse(text: string): boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  throw new InvalidArgumentError('Give true or false.')
}
