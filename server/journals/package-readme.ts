import { plainName } from '#contract/names.ts'
import { AMOUNTS_ARE, FORMAT_LABELS } from '#contract/journal-accounts.ts'
import { STATE_LABELS, STATE_REASONS } from '#contract/journal-states.ts'
import { daysOfMonth } from '#contract/closed-months.ts'
import { daysOf } from '#contract/date-range.ts'
import { absolute, parseDecimal, ZERO } from '#contract/decimal.ts'
import { beforeText } from '#contract/lack-words.ts'
import { LACKS, PNL_LINE_IDS, lineDefinition } from '#contract/profit-and-loss-lines.ts'
import { countTextIn } from '#contract/number-text.ts'
import type { Company } from '#server/accounts/index.ts'
import type { MonthContents } from './month-package.ts'
import { isValued } from '#server/metrics/stock-value/roll-forward.ts'
import type { StockOfRange, ProductStock } from '#server/metrics/stock-value/stock-between.ts'

/** What the files of a package are, what they were made with, and everything that is missing from them. */
export function packageReadme(
  company: Pick<Company, 'name' | 'publishedVersion' | 'fxPolicy'>,
  now: Date,
  contents: MonthContents,
  warnings: readonly string[],
): string {
  const { month, closedAt, currencyCode, format, files, journals, rates, settlements, stock, foreign } =
    contents
  const sections = [
    [
      `Company: ${plainName(company.name)}`,
      `Month: ${month}`,
      `Version of its numbers: ${company.publishedVersion}${closedAt === null ? '' : `, which the month was closed at on ${closedAt}`}`,
      `Read at: ${now.toISOString()}`,
      `Currency of the statement: ${currencyCode}, exchange rates ${FX_WORDS[company.fxPolicy]}`,
      `Journals: ${journals}, for ${FORMAT_LABELS[format]}, of ${countText(settlements.length, 'settlement')}`,
    ],
    ['Files', ...files.map((name) => `- ${name}`)],
    [
      'What they hold',
      'The statement counts transactions on the local day of their marketplace. The reconciliation has the settlements',
      'with days in the month, whole, in their own currency. Journals have what Amazon paid or charged in the month alone;',
      'costs of goods and VAT that is worked out are in the statement and in no journal. Tax on Amazon’s fees, purchases and',
      'sales outside Amazon are in no file that is read here, and so not in the VAT report.',
      ...(journals > 0 ? [AMOUNTS_ARE[format]] : []),
      ...(foreign.length > 0
        ? [
            'Journals stay in the currency of their settlement. The file of exchange has the rate of the day that each is booked on, and',
            'what its payout came to when it arrived: by your bank where its statement has it, else on the day that Amazon states.',
          ]
        : []),
      ...(stock
        ? [
            'Stock is what Amazon held, in units as its inventory ledger says it and at the landed cost of its days; what you keep',
            'elsewhere is in no file. Written off is what the statement has for lost and damaged stock. The file of its value rolls it',
            'forward: what came and went at the cost of the last day, without products that have no value.',
          ]
        : []),
    ],
    [
      'Exchange rates',
      ...(rates.length === 0
        ? ['None were needed.']
        : rates.map(({ currency, lowest, highest, days, source }) => {
            const rate = lowest === highest ? lowest : `${lowest} to ${highest}`
            return `- ${currency}: ${rate} ${currencyCode} on ${countText(days, 'day')}${source && `, ${source}`}`
          })),
    ],
    ['Warnings', ...(warnings.length === 0 ? ['None.'] : warnings.map((warning) => `- ${warning}`))],
  ]
  return sections.map((lines) => lines.map((line) => `${line}\r\n`).join('')).join('\r\n')
}

/** Files have no reader's setting to follow: as the pages write numbers at first. */
const countText = countTextIn('en-GB')

const FX_WORDS: Record<Company['fxPolicy'], string> = {
  DAILY: 'of each day',
  LATEST: 'of the latest day for all days',
}

/** What is less comes of rates, and is 0.00. */
const HALF_A_CENT = parseDecimal('0.005')

/** Everything that is missing from the files of a package, in words. Accounts are called what a file says: no program makes links of it. */
export function warningsOf({
  month,
  closedAt,
  isOver,
  statement,
  vat,
  settlements,
  stock,
  foreign,
}: MonthContents): string[] {
  const { coverage, flags, lines, provisional } = statement
  const { start: first, end: last } = daysOfMonth(month)
  const unknown = PNL_LINE_IDS.filter(
    (id) => lines[id].value === null && lineDefinition(id).unit === undefined,
  )
  const lacks = LACKS.filter((lack) => PNL_LINE_IDS.some((id) => lines[id].lacks?.includes(lack)))
  const openDifferences = foreign.filter(({ payout }) => payout && payout.difference === null).length
  const undecided = foreign.filter(({ payout }) => payout?.isUndecided).length
  const statesNoVat = vat.rows.reduce((count, { withoutVat }) => count + withoutVat, 0)
  const warnings: (string | false)[] = [
    !isOver && 'The month is not over.',
    closedAt !== null &&
      'The statement, and the VAT that is calculated, are those of the closing; VAT transactions reports are those of now. Journals are booked by the closing where it has all that Amazon paid; where files have changed a settlement since, its journal has what came, and what was placed in another line since stands there. The reconciliation is that of now.',
    provisional && 'Transactions of the month are still being released: it is not final.',
    ...coverage.missing.map(
      ({ account, currency, startDate, endDate }) =>
        `No file covers ${startDate} to ${endDate} of ${[plainName(account), currency].filter(Boolean).join(', ')}.`,
    ),
    coverage.moreMissing > 0 && `Further stretches of days without a file: ${coverage.moreMissing}.`,
    coverage.startDate === null && 'No file covers any day of the month.',
    coverage.startDate !== null &&
      coverage.startDate > first &&
      `Files begin on ${coverage.startDate}: nothing is known of the days of the month before.`,
    coverage.endDate !== null &&
      coverage.endDate < last &&
      `Files end on ${coverage.endDate}: nothing is known of the days of the month after.`,
    ...lacks.map((lack) => {
      const before = beforeText([lack])
      return before !== null && `Net profit is ${before}.`
    }),
    unknown.length > 0 &&
      `Without a value in the statement: ${unknown.map((id) => lineDefinition(id).label).join(', ')}.`,
    ...(flags.missingRates ?? []).map(
      ({ currency, startDate, endDate }) => `No exchange rate for ${currency}, ${startDate} to ${endDate}.`,
    ),
    flags.unitsWithoutCost > 0 && `Units sold without a known cost: ${flags.unitsWithoutCost}.`,
    (flags.lostUnitsWithoutCost ?? 0) > 0 &&
      `Lost units without a known cost: ${flags.lostUnitsWithoutCost}.`,
    flags.unmappedLines > 0 && `Unmapped rows, which count under the closest line: ${flags.unmappedLines}.`,
    flags.refundsWithoutQuantity > 0 &&
      `Refunds of which the units are not known: ${flags.refundsWithoutQuantity}.`,
    flags.advertisingSource === 'NONE' && 'There is no advertising data.',
    ...vat.missing.map(
      ({ account, startDate, endDate }) =>
        `No VAT transactions report of ${plainName(account)} covers ${startDate} to ${endDate}: the VAT of these days is calculated.`,
    ),
    vat.withoutRate.length > 0 &&
      `The VAT report has no exchange rate for ${vat.withoutRate.join(', ')}: its sums with tax of these days have no value.`,
    statesNoVat > 0 && `Rows of VAT transactions reports that state no tax: ${statesNoVat}.`,
    vat.tie.difference !== null &&
      absolute(parseDecimal(vat.tie.difference)) >= HALF_A_CENT &&
      `VAT that is owed by the VAT report differs from that of the statement by ${vat.tie.difference} ${vat.currencyCode}.`,
    openDifferences > 0 &&
      `Payouts in another currency whose gain or loss is not known, because a rate is missing, nothing was paid out, or it has not arrived yet: ${openDifferences}.`,
    undecided > 0 &&
      `Payouts in another currency with several matching bank transactions, none of them confirmed: ${undecided}. They count as Amazon states them.`,
    ...stockWarnings(stock, { first, last }),
    settlements.length === 0 && 'No settlement has days in the month.',
    ...settlements.flatMap((one) => {
      const name = [plainName(one.settlementId), plainName(one.account), one.currency]
        .filter(Boolean)
        .join(', ')
      const lacking = one.lacking.map(({ subject, marketplace, lacks }) =>
        [subject, marketplace].filter(Boolean).join(' ').concat(`: ${lacks}`),
      )
      return [
        one.state !== 'BALANCED' &&
          one.state !== 'EMPTY' &&
          `Settlement ${name} has no journal. ${STATE_LABELS[one.state]}: ${STATE_REASONS[one.state]}${lacking.length > 0 ? ` (${lacking.join('; ')})` : ''}`,
        parseDecimal(one.unmapped) !== ZERO &&
          `Settlement ${name} holds ${one.unmapped} ${one.currency} that no rule of the statement knows.`,
      ]
    }),
  ]
  // Accounts may lack the same days.
  return [...new Set(warnings.filter((warning) => warning !== false))]
}

function stockWarnings(
  stock: StockOfRange | undefined,
  { first, last }: { first: string; last: string },
): (string | false)[] {
  if (!stock) return ['No inventory ledger says anything of the month: what stock was worth is in no file.']
  const { products, days } = stock
  const count = (is: (product: ProductStock) => boolean) => products.filter(is).length
  const unstated = count(({ opening, sellable, other }) => [opening, sellable, other].includes(null))
  const unvalued = count((product) => !isValued(product) || product.writtenOff === null)
  const late = count(({ beganLate }) => beganLate)
  const ended = count(({ endedEarly }) => endedEarly)
  const unexplained = count((product) => product.unexplained !== null && product.unexplained !== 0)
  const dayCount = daysOf({ start: first, end: last }).length
  return [
    ...[...days].map(
      ([account, known]) =>
        known.length < dayCount &&
        `The inventory ledger of ${plainName(account)} knows ${known.length} of ${dayCount} days of the month, from ${known[0]} to ${known.at(-1)}: stock at first and at last is that of these.`,
    ),
    unstated > 0 && `Products whose inventory ledger does not state its balances: ${unstated}.`,
    ended > 0 &&
      `Products of which the inventory ledger says nothing on the last days that it knows of others: ${ended}. Their stock at last is that of their own last day.`,
    late > 0 &&
      `Products of which the inventory ledger tells stock from a later day on than the first that it knows of others: ${late}. Their stock at first is that of their own first day.`,
    unvalued > 0 &&
      `Products of the stock file without a landed cost or a rate, which have no value: ${unvalued}. The sums of that file have none, those of its roll-forward are without them.`,
    ...stock.untold.map(
      (account) =>
        `No inventory ledger of ${plainName(account)} says anything of the month: its stock is in no file.`,
    ),
    unexplained > 0 &&
      `Products whose stock at last is not what it was at first with what came and went: ${unexplained}.`,
    stock.isCut && 'There are more products than the stock file holds, and no sums of them.',
  ]
}
