import type { ListProblem, ReadList } from '#amazon/index.ts'
import { EXPENSE_FREQUENCIES, type ExpenseFrequency } from '#contract/dashboards/expenses.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { CreatedExpenseInput, NamedGroupInput, type ExpenseChanges } from '#contract/expenses.ts'
import type { EnteredExpense, ExpenseBooks, NamedGroup } from '#server/accounts/index.ts'
import { namesIn, textsOf } from './expense-changes.ts'
import { problemsOf, type ListPlan } from './list-import.ts'

/** Of a list that does not say how often: it came once, over all of its days. */
const ONCE: ExpenseFrequency = 'ONE_TIME'

/** What the page may have come to know of an expense after the list was made, or a list after the page. */
const SAID_LATER = ['invoiceId', 'brandName'] as const
const UNSAID = { invoiceId: '', brandName: '' }
const STANDS_WITHOUT: Record<(typeof SAID_LATER)[number], string> = {
  invoiceId: 'this expense stands already without an invoice; type its number on the page',
  brandName: 'this expense stands already without a brand; choose it on the page',
}

/**
 * What a list of expenses would create, by the lines of its rows. One that stands already is left alone, so that a list can be
 * imported again with more rows in it.
 */
export function plannedExpenses(
  list: ReadList,
  books: ExpenseBooks,
): ListPlan<ExpenseChanges> & { lines: number[] } {
  const problems: ListProblem[] = [...list.problems]
  const categories = new Groups(books.categories, 'category')
  const vendors = new Groups(books.vendors, 'vendor')
  const named = namesIn(books)
  const standing = new Map<string, EnteredExpense[]>()
  for (const expense of books.expenses) {
    const key = sameness({ ...textsOf(expense, named), ...UNSAID })
    standing.set(key, [...(standing.get(key) ?? []), expense])
  }
  const lineOf = new Map<string, number>()
  const created: ExpenseChanges['created'] = []
  const lines: number[] = []
  let unchanged = 0
  for (const { lineNumber, values } of list.rows) {
    const word = (values['frequency'] ?? ONCE).toUpperCase().replace(/[\s-]+/g, '_')
    const frequency = EXPENSE_FREQUENCIES.find((one) => one === (word === 'ONCE' ? ONCE : word))
    const required = ['name', 'amount', 'currency', 'startDate', 'category'] as const
    const missing = required.filter((column) => values[column] == null)
    const found: ListProblem[] = missing.map((column) => ({
      lineNumber,
      column: list.headings[column]!,
      text: 'missing',
    }))
    if (!frequency)
      found.push({
        lineNumber,
        column: list.headings['frequency']!,
        text: `“${values['frequency']}” is none of Once, Daily, Weekdays, Weekly, Monthly, Quarterly and Annually`,
      })
    for (const column of ['category', 'vendor'] as const) {
      if (values[column] == null) continue
      const { error } = NamedGroupInput.safeParse({ id: column, name: values[column] })
      if (error) found.push(...problemsOf(error, lineNumber, list, () => column))
    }
    if (found.length > 0) {
      problems.push(...found)
      continue
    }
    const row = CreatedExpenseInput.safeParse({
      id: `line-${lineNumber}`,
      name: values['name'],
      amount: values['amount'],
      currency: values['currency'],
      frequency,
      startDate: values['startDate'],
      endDate: values['endDate'] ?? null,
      marketplace: values['marketplace'] ?? null,
      categoryId: 'category',
      vendorId: null,
      invoiceId: values['invoiceId'] ?? '',
      brandName: values['brandName'] ?? '',
      note: values['note'] ?? '',
    })
    if (row.error) {
      problems.push(...problemsOf(row.error, lineNumber, list))
      continue
    }
    const category = values['category']!
    const vendor = values['vendor'] ?? ''
    const texts = {
      ...textsOf(
        {
          ...row.data,
          amount: toText(parseDecimal(row.data.amount), 9),
          position: 0,
          revision: 1,
          changedAt: new Date(0),
          changedBy: '',
        },
        String,
      ),
      category,
      vendor,
    }
    const same = sameness(texts)
    const { data } = row
    const alike = standing.get(sameness({ ...texts, ...UNSAID })) ?? []
    // A list of before its invoices, or brands, were known says the same as then; beside brands, none is the whole company.
    const isOpen = (column: (typeof SAID_LATER)[number]) =>
      data[column] === '' && (column === 'invoiceId' || list.headings['brandName'] === undefined)
    if (alike.some((one) => SAID_LATER.every((column) => isOpen(column) || data[column] === one[column]))) {
      unchanged++
      continue
    }
    const ofBrand = alike.find(
      ({ invoiceId, brandName }) =>
        data.brandName === '' && brandName !== '' && ['', invoiceId].includes(data.invoiceId),
    )
    if (ofBrand) {
      problems.push({
        lineNumber,
        column: list.headings['brandName']!,
        text: `this expense stands already, of the brand ${ofBrand.brandName}; name it here, or tell this one apart by a note`,
      })
      continue
    }
    const unsaid = alike
      .filter((one) =>
        SAID_LATER.every((column) => ['', data[column]].includes(one[column]) || isOpen(column)),
      )
      .map((one) => SAID_LATER.find((column) => one[column] === '' && data[column] !== '')!)[0]
    if (unsaid) {
      problems.push({ lineNumber, column: list.headings[unsaid]!, text: STANDS_WITHOUT[unsaid] })
      continue
    }
    if (lineOf.has(same)) {
      // In the ledger they would be one expense.
      problems.push({
        lineNumber,
        column: '',
        text: `line ${lineOf.get(same)} says the same; give each its invoice or a note`,
      })
      continue
    }
    lineOf.set(same, lineNumber)
    lines.push(lineNumber)
    created.push({
      ...row.data,
      categoryId: categories.idOf(category),
      vendorId: vendor === '' ? null : vendors.idOf(vendor),
    })
  }
  return {
    changes: {
      created,
      updated: [],
      deleted: [],
      createdCategories: categories.created,
      renamedCategories: [],
      deletedCategories: [],
      createdVendors: vendors.created,
      renamedVendors: [],
      deletedVendors: [],
    },
    lines,
    problems,
    unknown: [],
    unread: list.unread,
    rows: new Set([...list.rows, ...list.problems].map(({ lineNumber }) => lineNumber)).size,
    unchanged,
  }
}

/** Groups are named without regard to case. */
const sameness = ({ category, vendor, ...texts }: Record<string, string>): string =>
  JSON.stringify([Object.entries(texts), category!.toLowerCase(), vendor!.toLowerCase()])

class Groups {
  readonly created: NamedGroup[] = []
  readonly #ids: Map<string, string>
  readonly #prefix: string
  constructor(known: readonly NamedGroup[], prefix: string) {
    this.#ids = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
    this.#prefix = prefix
  }
  idOf(name: string): string {
    const known = this.#ids.get(name.toLowerCase())
    if (known !== undefined) return known
    const id = `${this.#prefix}-${this.created.length + 1}`
    this.created.push({ id, name })
    this.#ids.set(name.toLowerCase(), id)
    return id
  }
}
