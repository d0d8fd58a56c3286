/** Every command beside a running server: what it prints, its JSON and its exit code. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VatRate } from '#contract/company-settings.ts'
import { ImportRecord, ReconcileRow } from '#contract/imports.ts'
import { Explanation } from '#contract/explain.ts'
import { wideFile } from '#test/support/settlement-file.ts'
import { Machine, settlement, settlementFile, type Serving } from './run-sextant.ts'
import { formTest, formsOf } from '../support/drawn-cases.ts'
import { seedInstallation } from '../support/seeded.ts'

const machine = new Machine()
let server: Serving
let companyId: string
let file: string

beforeAll(async () => {
  await seedInstallation(machine.dataDir)
  server = await machine.serve()
  companyId = await machine.company('--establishment-country', 'DE', '--default-currency', 'EUR')
  file = machine.file('settlement.txt', settlementFile)
  await machine.json('import', '--company', companyId, file)
}, 180_000)
afterAll(() => machine[Symbol.asyncDispose]())

const NEVER = '00000000-0000-0000-0000-000000000000'

test('the server says its address, and its log holds no trouble', () => {
  const lines = server.printed().split('\n')
  const logged = lines.filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => !logged.includes(line)).join('\n')).toMatch(
    /^Starting at http:\/\/localhost:\d+ …\nSextant is ready: http:\/\/localhost:\d+\/\n$/,
  )
  const levels = logged.map((line) => (JSON.parse(line) as { level: string }).level)
  expect(levels.filter((level) => level !== 'info')).toEqual([])
})

test('a second server leaves with a word about the first', async () => {
  const { code, err } = await machine.sextant('serve')
  expect(code).toBe(1)
  expect(err).toMatch(/^Another Sextant \(process \d+\) is using .*data\. Stop it, .*\n$/)
})

test('nothing is restored while a server runs', async () => {
  const { code, err } = await machine.sextant('restore', machine.path('nowhere'))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Another Sextant') })
})

test('a new company is printed as its id alone, or as JSON', async () => {
  const { code, out } = await machine.sextant('company', 'create', '--name', 'Second Ltd')
  expect(code).toBe(0)
  expect(out).toMatch(/^[0-9a-f-]{36}\n$/)
  const created = await machine.json('company', 'create', '--name', 'Third Ltd', '--default-currency', 'gbp')
  expect(created).toEqual({
    id: expect.any(String),
    name: 'Third Ltd',
    isDemo: false,
    defaultCurrency: 'GBP',
    establishmentCountry: null,
    feeVatRecoverable: true,
    fxPolicy: 'DAILY',
  })
  const all = await machine.json<{ id: string }[]>('company', 'list')
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([companyId, out.trim()]))
})

test('maintenance is begun and ended, and commands go on meanwhile', async () => {
  const meta = async () => (await fetch(`${server.address}meta`)).json()
  expect(await machine.json('maintenance', 'on', '--note', 'New disk')).toEqual({
    isOn: true,
    since: expect.any(String),
    startedBy: 'operator',
    note: 'New disk',
  })
  expect(await meta()).toMatchObject({ isUnderMaintenance: true })
  const status = await machine.sextant('maintenance', 'status')
  expect(status.out).toMatch(/^Under maintenance since \S+, started by operator\. New disk\n$/)
  expect((await machine.sextant('maintenance', 'off')).out).toBe(
    'There is no maintenance: the installation is open.\n',
  )
  expect(await meta()).toMatchObject({ isUnderMaintenance: false })
})

formTest('settings are changed, and a VAT rate replaces the one that begins on the same day', async () => {
  const id = await machine.company()
  const changed = await machine.json(
    ['company', 'set', '--company', id, '--name', 'Renamed', '--establishment-country', 'FR'],
    ['--fee-vat-recoverable', 'false', '--fx-policy', 'LATEST', '--vat-rate', 'DE=0.19@2021-01-01'],
    ['--vat-rate', 'GB=0.2'],
  )
  expect(changed).toMatchObject({
    name: 'Renamed',
    establishmentCountry: 'FR',
    feeVatRecoverable: false,
    fxPolicy: 'LATEST',
  })
  const rates = async (...set: string[]) => {
    await machine.json('company', 'set', id, ...set)
    const { vatRates } = await machine.json<{ vatRates: VatRate[] }>(
      'call',
      'companySettings.getGeneral',
      JSON.stringify({ companyId: id }),
    )
    return vatRates.map(({ marketplace, validFrom, rate }) => `${marketplace} ${validFrom} ${rate}`)
  }
  expect(await rates('--vat-rate', 'de=.160@2021-01-01', '--establishment-country', 'none')).toEqual([
    'DE 2021-01-01 0.16',
    'GB 1970-01-01 0.2',
  ])
  expect(await rates('--vat-rate', 'DE=none@2021-01-01')).toEqual(['GB 1970-01-01 0.2'])
})

test('a deleted company is gone, and where nobody can be asked it takes a word', async () => {
  const id = await machine.company()
  expect(await machine.sextant('company', 'delete', id)).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      'Delete "Test Ltd" with all its files and numbers? Nobody can be asked here: say --yes.',
    ),
  })
  expect(await machine.sextant('company', 'delete', '--company', id, '--yes')).toEqual({
    code: 0,
    out: 'Deleted "Test Ltd".\n',
    err: '',
  })
  expect(await machine.sextant('company', 'delete', id, '--yes')).toMatchObject({ code: 3, out: '' })
})

test('a known file counts as imported, and JSON is the list of records', async () => {
  const records = await machine.json<unknown[]>('import', '--company', companyId, file)
  expect(records.map((record) => ImportRecord.parse(record))).toMatchObject([
    { fileName: 'settlement.txt', status: 'ALREADY_KNOWN', problem: { code: 'FILE_KNOWN' } },
  ])
})

test('an import says what was read and what was refused, with line number and reason', async () => {
  const id = await machine.company()
  const damaged = settlementFile.replace('-184.07', 'much')
  const path = machine.file('damaged.txt', damaged)
  const { code, out, err } = await machine.sextant('import', '--company', id, path)
  expect(code).toBe(4)
  expect(err).toBe(
    `damaged.txt: 1 row refused.\nSettlement 70000000001 does not add up: its lines differ from its total by -184.07 EUR.\n`,
  )
  // The same file again is known, and no better for that.
  expect(await machine.sextant('import', '--company', id, path)).toMatchObject({ code: 4, err })
  expect(await machine.sextant('reconcile', '--company', id)).toMatchObject({
    code: 4,
    err: err.split('\n')[1] + '\n',
  })
  expect(out).toMatch(/^damaged\.txt \(import \d+\): imported\n/)
  expect(out).toContain('Settlement report (flat file V2) · Europe · DE · 2026-03-02')
  expect(out).toContain('3 rows read: 2 kept, 0 known, 0 inactive, 1 refused')
  expect(out).toMatch(/line 4: amount is not an amount\n +70000000001 .*much/)
  expect(out).toContain(
    'settlement 70000000001 (settlement report V2): total 1,011.49, sum of lines 1,195.56, difference -184.07 EUR – does not add up',
  )
})

test('a batch goes on after files that can not be taken, and names each of them', async () => {
  const id = await machine.company()
  const unknown = machine.file('unknown.txt', 'a,b\n1,2\n')
  const empty = machine.file('empty.txt', '')
  const headings = machine.file('headings.txt', settlementFile.split('\n')[0]!)
  // A file like any other until it is read.
  const broken = '/proc/self/mem'
  const files = [empty, broken, unknown, headings, file]
  const { code, out, err } = await machine.sextant('import', '--company', id, ...files)
  expect(code).toBe(3)
  expect(out).toMatch(/settlement\.txt \(import \d+\): imported/)
  expect(out).toMatch(/headings\.txt \(import \d+\): refused\n.*headings and no rows/)
  expect(err.split('\n')).toEqual([
    `${empty}: The file is empty.`,
    expect.stringMatching(/^\/proc\/self\/mem: /),
    expect.stringMatching(/^unknown\.txt: import it again/),
    expect.stringMatching(/^headings\.txt: import it again/),
    '',
  ])
}, 120_000)

test('as JSON a batch is its records, and an error is one line of JSON on standard error', async () => {
  const id = await machine.company()
  const empty = machine.file('empty.txt', '')
  const { code, out, err } = await machine.sextant('import', '--company', id, empty, file, '--json')
  expect(code).toBe(3)
  expect(JSON.parse(out)).toMatchObject([
    { file: empty, error: { code: 'FILE_EMPTY', message: 'The file is empty.', exitCode: 3 } },
    { fileName: 'settlement.txt', status: 'PUBLISHED' },
  ])
  expect(JSON.parse(err)).toEqual({
    error: { code: 'REFUSED', message: `${empty}: The file is empty.`, exitCode: 3 },
  })
})

test.concurrent.each([
  [['reconcile', '--company', NEVER], 3, 'COMPANY_UNKNOWN', 'does not exist'],
  [['import', 'undo', 'seven'], 2, 'WRONG_USAGE', 'number of an import'],
  [['reconcil'], 2, 'WRONG_USAGE', 'Did you mean reconcile?'],
  [['import', 'nowhere.txt', '--company', 'test LTD nobody has'], 3, 'REFUSED', 'does not exist'],
])('with --json %j fails in JSON', async (args, exitCode, code, words) => {
  const outcome = await machine.sextant(...args, '--json')
  expect(outcome).toMatchObject({ code: exitCode, out: '' })
  expect(JSON.parse(outcome.err)).toEqual({
    error: { code, message: expect.stringContaining(words), exitCode },
  })
})

formTest('a settlement that comes in two files is looked at when both are there', async () => {
  const id = await machine.company()
  const [head, summary, ...lines] = settlementFile.replace(/\n$/, '').split('\n')
  const first = machine.file('first.txt', [head, summary, lines[0], ''].join('\n'))
  const second = machine.file('second.txt', [head, summary, ...lines.slice(1), ''].join('\n'))
  const alone = await machine.sextant('import', '--company', id, first)
  expect(alone).toMatchObject({ code: 4, err: expect.stringContaining('does not add up') })
  expect(await machine.sextant('import', '--company', id, first, second)).toMatchObject({ code: 0, err: '' })
})

formTest('what a better source replaces is said once, with its source and its rows', async () => {
  const id = await machine.company()
  const wide = machine.file('wide.txt', wideFile(settlement))
  const { out: before } = await machine.sextant('import', '--company', id, wide)
  expect(before).toContain('settlement 70000000001 (settlement report V1): total 1,011.49')
  const { code, out } = await machine.sextant('import', '--company', id, file)
  expect(code).toBe(0)
  expect(out.match(/settlement 70000000001/g)).toHaveLength(1)
  expect(out).toMatch(
    /settlement 70000000001 \(settlement report V2\): total 1,011\.49, .*difference 0\.00 EUR\n +inactive: \d rows? from its settlement report V1, which this better source replaces\n/,
  )
  expect(out).toMatch(
    /no longer counting: \d rows? of wide\.txt \(import \d+\), settlement report V1 70000000001, 1,011\.49 EUR\n/,
  )
})

formTest('a gap between settlements is something to look at', async () => {
  const id = await machine.company()
  const later = settlementFile.replaceAll(settlement.id, '70000000003').replaceAll('2026-03-', '2026-05-')
  await machine.json('import', '--company', id, file, machine.file('later.txt', later))
  const { code, out, err } = await machine.sextant('imports', '--company', id)
  expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/: days are missing\.\n$/) })
  expect(out).toContain('missing 2026-03-16 to 2026-04-30')
  expect(await machine.sextant('reconcile', '--company', id)).toMatchObject({ code: 4, err })
})

test('a directory is its files, and a file can come from standard input', async () => {
  const id = await machine.company()
  mkdirSync(machine.path('downloads/older'), { recursive: true })
  machine.file('downloads/one.txt', settlementFile)
  machine.file('downloads/.hidden', 'nothing')
  machine.file('downloads/older/two.txt', 'nothing')
  expect(await machine.json('import', '--company', id, machine.path('downloads'))).toMatchObject([
    { fileName: 'one.txt', status: 'PUBLISHED' },
  ])
  const input = settlementFile.replaceAll(settlement.id, '70000000004')
  const { code, out } = await machine.run(['import', '--company', id, '-', '--name', 'piped.txt'], { input })
  expect(code).toBe(0)
  expect(out).toMatch(/^piped\.txt \(import \d+\): imported\n/)
})

formTest(
  'a company is named in any capitals, by the environment, or not at all where there is one',
  async () => {
    const id = await machine.company()
    await machine.json('company', 'set', id, '--name', 'Grüße & Söhne')
    await machine.json('import', '--company', 'GRÜßE & SÖHNE', file)
    const { out } = await machine.run(['imports'], { env: { SEXTANT_COMPANY: ' grüße & söhne ' } })
    expect(out).toContain('settlement.txt')
    await machine.json('company', 'set', await machine.company(), '--name', 'Twin')
    await machine.json('company', 'set', await machine.company(), '--name', 'twin')
    expect(await machine.sextant('imports', '--company', 'TWIN')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^2 companies are called "TWIN"\. Say which by its id: [\w-]+ or [\w-]+\.\n$/,
      ),
    })
  },
)

formTest(
  'a file that could belong to several accounts is asked about, and the answer ends the question',
  async () => {
    const id = await machine.company()
    const inGermany = (settlementId: string) =>
      machine.file(`${settlementId}.txt`, settlementFile.replaceAll(settlement.id, settlementId))
    await machine.json('import', '--company', id, inGermany('1'), '--account', 'One', '--marketplace', 'DE')
    await machine.json('import', '--company', id, inGermany('2'), '--account', 'Two', '--marketplace', 'de')
    const { code, err } = await machine.sextant('import', '--company', id, inGermany('3'))
    expect(code).toBe(3)
    expect(err).toContain('--account "One" or --account "Two"')

    await machine.json('import', '--company', id, inGermany('3'), '--account', 'Two')
    const { imports } = await machine.json<{ imports: ImportRecord[] }>('imports', '--company', id)
    expect(imports.map(({ status, account }) => [status, account])).toEqual([
      ['PUBLISHED', 'Two'],
      ['CANCELLED', null],
      ['PUBLISHED', 'Two'],
      ['PUBLISHED', 'One'],
    ])
  },
)

test('imports are listed with the days that they cover, and undone', async () => {
  const id = await machine.company()
  const [record] = await machine.json<[ImportRecord]>('import', '--company', id, file)
  const { code, out } = await machine.sextant('imports', '--company', id)
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`${record.id}  imported +settlement\\.txt`))
  expect(out).toContain('covers 2026-03-01 to 2026-03-15')

  const undone = await machine.json<ImportRecord>('import', 'undo', String(record.id))
  expect(undone).toMatchObject({ id: record.id, companyId: id, status: 'UNDONE' })
  const again = await machine.sextant('import', 'undo', String(record.id), '--company', id)
  expect(again).toEqual({ code: 3, out: '', err: 'Only an import that is in use can be undone.\n' })
  expect(await machine.sextant('import', 'undo', '999999')).toMatchObject({ code: 3 })
})

test('settlements reconcile', async () => {
  const rows = await machine.json<unknown[]>('reconcile', '--company', companyId)
  expect(rows.map((row) => ReconcileRow.parse(row))).toMatchObject([
    { settlementId: settlement.id, total: '1011.49', sum: '1011.49', difference: '0', ledgerDifference: '0' },
  ])
  const { out } = await machine.sextant('reconcile', '--company', companyId)
  expect(out).toMatch(/70000000001 +Europe +2026-03-01 to 2026-03-15 +EUR +1,011\.49 +1,011\.49 +0\.00/)
})

test('a number is explained down to the line of the file', async () => {
  const days = ['--from', '2026-03-01', '--to', '2026-03-31']
  const of = (line: string) =>
    ['explain', '--company', companyId, '--line', line].concat(
      days,
      '--marketplaces',
      'de,GB',
      '--limit',
      '5',
    )
  const explanation = Explanation.parse(await machine.json(...of('referralFees')))
  expect(explanation).toMatchObject({ metricId: 'referralFees', currencyCode: 'EUR' })
  expect(explanation.rows[0]).toMatchObject({ amount: '-184.07', fileName: 'settlement.txt', lineNumber: 4 })

  const { code, out } = await machine.sextant(...of('referralFees'), '--currency', 'GBP')
  expect(code).toBe(0)
  expect(out).toContain('Referral fees, 2026-03-01 to 2026-03-31: ')
  expect(out).toMatch(/-184\.07 EUR = -\d+\.\d\d GBP at 0\.\d+ /)
  expect(out).toContain('settlement.txt line 4: 70000000001')
})

formTest('a number that no settlement says is explained too', async () => {
  const id = await machine.company('--default-currency', 'EUR')
  const day = { date: '2026-03-02', marketplace: 'DE' }
  const facts = {
    ads_daily: [{ ...day, ad_type: 'SP', campaign_id: 'C-1', sku: 'MUG', cost: '5.00' }],
    sales_traffic_date: [{ ...day, ordered_product_sales: '100.00', units_ordered: 4, sessions: 50 }],
    order_items: ['2026-02-24', '2026-03-02'].map((bought) => ({
      order_id: bought,
      order_item_id: '1',
      purchased_at: `${bought}T10:00:00Z`,
      order_status: 'Shipped',
      marketplace: 'DE',
      sku: 'CUP',
      quantity: 1,
      item_price: '9.00',
    })),
    inventory_snapshots: ['02-24', '02-25', '02-26', '02-27', '02-28', '03-01', '03-02'].map((date) => ({
      marketplace: 'DE',
      date: `2026-${date}`,
      sku: 'MUG',
      available: 5,
    })),
  }
  await machine.json('import', '--company', id, machine.file('facts.json', JSON.stringify(facts)))
  const asked = (metric: string, ...more: string[]) => {
    const days = ['--from', '2026-03-02', '--to', '2026-03-02']
    return machine.sextant('explain', '--company', id, '--metric', metric, ...days, ...more)
  }
  const { code, out } = await asked('tacos')
  expect(code).toBe(0)
  expect(out).toContain('TACOS, 2026-03-02 to 2026-03-02: 0.05')
  expect(out).toMatch(/Ad spend +5\.00 +1 +adSpend/)
  expect(out).toMatch(
    /5\.00 EUR {2}2026-03-02 · DE · MUG · Ad spend · Advertising · SP · C-1\n +facts\.json line 1: \{.*C-1/,
  )
  const cover = await asked('daysOfCover', '--sku', 'MUG')
  expect(cover.out).toContain('Days of cover, 2026-03-02 to 2026-03-02: ∞')
  expect(cover.out).toMatch(/Daily velocity +0 +7 +dailyVelocity/)
})

test('any procedure can be called, its input from the argument or standard input', async () => {
  const input = JSON.stringify({
    companyId,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    currencyCode: 'EUR',
  })
  const argument = await machine.sextant('call', 'profitAndLoss.getData', input)
  expect(argument).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(argument.out)).toMatchObject([{ column: 'bucket', lines: { unitsSold: { value: '2' } } }])
  const standardInput = await machine.run(['call', 'profitAndLoss.getData', '-'], { input })
  expect(standardInput).toEqual(argument)
  const mutation = await machine.sextant(
    'call',
    'companies.set',
    JSON.stringify({ companyId, name: 'Test Ltd' }),
  )
  expect(JSON.parse(mutation.out)).toMatchObject({ id: companyId, name: 'Test Ltd' })
})

formTest(
  'procedures are listed with their kind and who may call them, without a data directory',
  async () => {
    const { code, out } = await machine.run(['call', '--list'], {
      env: { SEXTANT_DATA_DIR: machine.path('nowhere') },
    })
    expect(code).toBe(0)
    expect(out).toMatch(/^imports\.undo +mutation +members of the company: MANAGER, OWNER$/m)
    expect(existsSync(machine.path('nowhere'))).toBe(false)
    const named = await machine.json<{ total: number }>('call', 'imports.list', '--company', companyId)
    expect(named.total).toBeGreaterThan(0)
  },
)

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await machine.sextant('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('bash completes commands and options from what the program has', async () => {
  const { out: script } = await machine.sextant('completion', 'bash')
  const completed = (...words: string[]) => {
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _sextant sextant '${words.at(-1)}'; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8' })
      .trim()
      .split('\n')
  }
  expect(completed('sextant', 'imp')).toEqual(['import', 'imports'])
  expect(completed('sextant', 'import', 'u')).toEqual(['undo'])
  expect(completed('sextant', 'company', 'create', '--na')).toEqual(['--name'])
  expect(completed('sextant', 'import', '--company', 'imports', '--ma')).toEqual(['--marketplace'])
  // The shell's own files.
  expect(completed('sextant', 'import', 'settle')).toEqual([''])
})

formTest('a rebuild gives the same tables', async () => {
  const imports = (await machine.json<{ total: number }>('imports', '--company', companyId)).total
  expect(await machine.json('rebuild', '--company', companyId)).toEqual({ imports: imports - 1, changed: [] })
})

formTest('an export holds the facts and the files as they came, and can be imported', async () => {
  const directory = machine.path('export')
  expect(await machine.json('export', '--company', companyId, directory)).toMatchObject({
    directory,
    files: 1,
  })
  expect(
    Object.keys(JSON.parse(readFileSync(machine.path('export/facts.json'), 'utf8')) as object),
  ).toContain('settlement_lines')
  const [original = ''] = readdirSync(machine.path('export/originals'))
  expect(readFileSync(machine.path('export/originals', original), 'utf8')).toBe(settlementFile)
  const id = await machine.company()
  expect(await machine.json('import', '--company', id, machine.path('export/facts.json'))).toMatchObject([
    { status: 'PUBLISHED', reportType: 'facts_file' },
  ])
})

const REFUSED: [what: string, args: string[], code: number, words: string][] = [
  ['no company', ['import', 'settlement.txt'], 2, 'Say which company'],
  ['a file that is not there', ['import', '--company', 'C', 'nowhere.txt'], 2, 'There is no nowhere.txt.'],
  ['a directory without files', ['import', '--company', 'C', '/proc/self/task'], 2, 'There is no file in'],
  [
    'a name for a file',
    ['import', '--company', 'C', 'package.json', '--name', 'x'],
    2,
    '--name is for standard input',
  ],
  ['a company that is not there', ['import', '--company', NEVER, 'package.json'], 3, 'does not exist'],
  ['a marketplace that is none', ['import', '--company', 'C', 'x', '--marketplace', 'XX'], 2, 'marketplaces'],
  ['an unknown command', ['fly'], 2, "unknown command 'fly'"],
  ['an unknown option', ['imports', '--company', 'C', '--fast'], 2, "unknown option '--fast'"],
  ['a company of several', ['reconcile'], 2, 'Say which company: --company NAME'],
  ['a company to delete that was not named', ['company', 'delete'], 2, 'Say which company'],
  ['an unknown procedure', ['call', 'profitAndLoss.getNothing'], 2, 'No procedure'],
  ['input that is not JSON', ['call', 'imports.list', '{'], 2, 'The input is not JSON'],
  ['input of another shape', ['call', 'imports.list', '{"companyId":7}'], 2, 'companyId: '],
  [
    'a call for somebody else',
    ['call', 'operator.status', '--as', 'a@example.com'],
    2,
    '--as is not possible',
  ],
  [
    'a line that is none',
    ['explain', '--company', 'C', '--line', 'profit', '--from', '2026-03-01', '--to', '2026-03-01'],
    2,
    'There is no such line',
  ],
  [
    'days in the wrong order',
    ['explain', '--company', 'C', '--line', 'netSales', '--from', '2026-03-02', '--to', '2026-03-01'],
    2,
    'before the start date',
  ],
  [
    'a country in words',
    ['company', 'set', 'C', '--establishment-country', 'Germany'],
    2,
    'two capital letters',
  ],
  ['a rate in percent', ['company', 'set', 'C', '--vat-rate', 'DE=19'], 2, 'A rate is a share'],
  ['nothing to set', ['company', 'set', 'C'], 2, 'Say what to change'],
  ['a backup over other files', ['backup', 'test'], 3, 'holds other things than a backup'],
  ['a role without what is shared', ['serve', '--role', 'worker'], 2, 'set SEXTANT_DATABASE_URL, '],
]
test.concurrent.each(formsOf(REFUSED, 6))('refused in one line: %s', async (_what, args, code, words) => {
  const outcome = await machine.sextant(...args.map((arg) => (arg === 'C' ? companyId : arg)))
  expect(outcome).toMatchObject({ code, out: '' })
  const [line = '', more] = outcome.err.trimEnd().split('\n')
  expect(line).toContain(words)
  expect(more ?? '').toMatch(/^$|^\(sextant .*--help tells more\)$/)
})

test('a backup is not put where what destroys the data destroys it too', async () => {
  const { code, err } = await machine.sextant('backup', machine.path('data/backup'))
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('lies in the data directory') })
  expect(existsSync(machine.path('data/backup'))).toBe(false)
})
