import { Argument, Command } from 'commander'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CurrencyRates, InstallationRates, RateNotice, RatesChange } from '#contract/exchange-rates.ts'
import { RATED_CURRENCY_CODES, type RatedCurrencyCode } from '#contract/currencies.ts'
import { EXIT, lineOf, NotAllWell, UsageError } from './failures.ts'
import { command, withClient } from './run.ts'
import { count, plural, printJson, say, tableText } from './terminal.ts'

interface Options {
  json?: true
}

export function ratesCommand(): Command {
  const rates = new Command('rates').description(
    'how old the exchange rates are, and where new ones come from',
  )
  rates.addCommand(
    command('status', 'say of each currency how old its newest rate is and who publishes it', {
      example: 'sextant rates status',
      attention: 'the rates of a currency are too old to count today, or the last look at the bank failed',
    }).action(({ json }: Options) =>
      withClient(async (client) => {
        const status = await client.query('operator.rates')
        if (json) printJson(status)
        else say(statusText(status))
        const problems = problemsOf(status)
        if (problems.length > 0) throw new NotAllWell(EXIT.ATTENTION, problems)
      }),
    ),
  )
  rates.addCommand(
    command('update', 'ask the bank for new rates now', {
      example: 'sextant rates update',
      about: 'A running server does it by itself once a day.',
      refused: 'SEXTANT_RATES_URL is off, or the bank gave nothing that can be used',
      attention: 'the bank gave a rate that was not taken',
    }).action(({ json }: Options) =>
      withClient(async (client) => told(await client.mutate('operator.updateRates'), json)),
    ),
  )
  rates.addCommand(
    command('import', 'take rates out of a file, for all companies that import none of their own', {
      example: 'sextant rates import egyptian-pounds.csv',
      about: `CSV with the columns rate_date, currency, usd_per_unit (dollars for one unit) and source, a facts file with
exchange_rates, or the bank's own eurofxref-hist.csv. A currency that you give rates for uses these alone.`,
      refused: 'the file has no rates, or rows of it were refused',
      attention: "a rate of the bank's file was not taken",
    })
      .argument('<file>', 'the file')
      .action((file: string, { json }: Options) =>
        withClient(async (client) => {
          const path = resolve(file)
          await stat(path).catch((error: unknown) => {
            throw new UsageError(lineOf(error))
          })
          const done = await client.mutate('operator.importRates', { path })
          const { refused, refusedCount } = done
          if (refusedCount === 0) return told(done, json)
          if (json) printJson(done)
          else say(changeText(done))
          throw new NotAllWell(EXIT.REFUSED, [
            ...refused.map(({ line, reason }) => `Line ${line}: ${reason}`),
            ...(refusedCount > refused.length ? [`${count(refusedCount)} rows were refused.`] : []),
          ])
        }),
      ),
  )
  rates.addCommand(
    command('remove', 'forget what was imported for a currency', {
      example: 'sextant rates remove EGP',
      refused: 'nothing was imported for it',
    })
      .addArgument(new Argument('<currency>', 'its code').choices(RATED_CURRENCY_CODES))
      .action((currency: RatedCurrencyCode, { json }: Options) =>
        withClient(async (client) => told(await client.mutate('operator.removeRates', { currency }), json)),
      ),
  )
  return rates
}

function told(done: RatesChange, json: true | undefined): void {
  if (json) printJson(done)
  else say(changeText(done))
  if (done.notices.length > 0) throw new NotAllWell(EXIT.ATTENTION, done.notices.map(noticeText))
}

function changeText({ added, companies, companiesLeft }: RatesChange): string {
  const left =
    companiesLeft > 0
      ? ` ${plural(companiesLeft, 'company', 'companies')} being written now will follow.`
      : ''
  return `${plural(added, 'new rate')}; ${plural(companies, 'company', 'companies')} converted with what changed.${left}`
}

const noticeText = ({ kind, currency, day, kept, refused }: RateNotice): string =>
  kind === 'CHANGED'
    ? `${currency} of ${day} was published otherwise before: ${kept} stays, ${refused} was not taken.`
    : `${currency} of ${day} jumps from ${kept} to ${refused} and was not taken. If it is right, bring it with sextant rates import.`

const ageText = ({ origin, state, ageDays }: CurrencyRates): string => {
  if (origin === 'PEG') return 'holds on every day'
  if (ageDays === null) return 'no rates: bring some with sextant rates import'
  return `${plural(ageDays, 'day')}${state === 'OLD' ? ', too old to count' : ''}`
}

function statusText({ currencies, renewal, notices }: InstallationRates): string {
  const table = tableText(currencies, [
    { heading: 'currency', cell: ({ currency }) => currency },
    { heading: 'newest day', cell: ({ newestDay }) => newestDay ?? '' },
    { heading: 'age', cell: ageText },
    { heading: 'source', cell: ({ source }) => source },
  ])
  const { host, succeededAt } = renewal
  const renewed =
    host === null
      ? 'Nobody is asked for new rates (SEXTANT_RATES_URL is off).'
      : `Asked: ${host}, last with success ${succeededAt ?? 'never'}.`
  return [table, renewed, ...notices.map(noticeText)].join('\n')
}

const problemsOf = ({ currencies, renewal }: InstallationRates): string[] => [
  ...currencies
    .filter(({ state }) => state === 'OLD')
    .map(({ currency, newestDay }) => `${currency} has no rate for today: the newest is of ${newestDay}.`),
  ...(renewal.problem === null ? [] : [`The last look at the bank failed: ${renewal.problem}`]),
]
