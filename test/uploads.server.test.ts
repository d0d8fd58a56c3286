/** What is taken from people: how much they may store, and what a disk without room answers. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import type { PGlite } from '@electric-sql/pglite'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zipOf } from '#amazon/testing.ts'
import {
  createCompany,
  listImports,
  listMembers,
  queueImport,
  removeMember,
  setBlock,
  type Company,
} from '#server/accounts/index.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { configFrom, startServer, type Installation } from '#server/main.ts'
import { AppError } from '#server/errors.ts'
import { deleteRefusedFiles } from '#server/ledger/importing/refused-files.ts'
import { formTest, formsOf } from './support/drawn-cases.ts'
import { sdkClient, tokensFor } from './support/identity-sdk.ts'
import { accountOf } from './support/signed-in.ts'
import { seededInstallation } from './support/installation.ts'

const seeded = seededInstallation(beforeEach)
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function open(env: NodeJS.ProcessEnv): Promise<{ installation: Installation; company: Company }> {
  const installation = await seeded.open({ SEXTANT_DISK_RESERVE_MB: '1', ...env })
  closers.push(() => installation.close())
  return { installation, company: await createCompany(installation.services.accounts, { name: 'Acme' }) }
}

const randomParts = function* (bytes: number) {
  for (let left = bytes; left > 0; left -= 100_000) yield randomBytes(Math.min(left, 100_000))
}

type Answer = { status: number | undefined; importId?: number; error?: string; errorCode?: string }

async function upload(
  company: Company,
  content: number | Uint8Array | Readable,
  { declared = false } = {},
): Promise<Answer> {
  const connection = (await connectDataDir(seeded.dataDir()))!
  const bytes = typeof content === 'number' ? content : content instanceof Readable ? 0 : content.length
  const response = await connection.request(`/imports?companyId=${company.id}&fileName=a.txt`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      ...(declared && { 'content-length': String(bytes) }),
    },
    body:
      content instanceof Readable
        ? content
        : Readable.from(typeof content === 'number' ? randomParts(content) : [content], {
            objectMode: false,
          }),
  })
  return { status: response.statusCode, ...((await json(response)) as object) }
}

const unfinished = () => readdir(join(seeded.dataDir(), 'files', '.unfinished'))

test.each(formsOf([true, false], 1))(
  'a file that is too large is refused in words (its size is told: %s)',
  async (declared) => {
    const { company } = await open({ SEXTANT_QUOTA_UPLOAD_MB: '1' })
    expect(await upload(company, 1_500_000, { declared })).toMatchObject({
      status: 413,
      errorCode: 'UPLOAD_TOO_LARGE',
      error: expect.stringContaining('The file is larger than 1 MB'),
    })
    expect(await unfinished()).toEqual([])
    expect(await upload(company, 900_000, { declared })).toMatchObject({ status: 200 })
  },
)

test('a company stores as much as it may, and others are not concerned', async () => {
  const { installation, company } = await open({ SEXTANT_QUOTA_COMPANY_MB: '1' })
  expect(await upload(company, 600_000)).toMatchObject({ status: 200 })
  const full = {
    status: 403,
    errorCode: 'COMPANY_QUOTA_FULL',
    error: expect.stringContaining('SEXTANT_QUOTA_COMPANY_MB'),
  }
  expect(await upload(company, 600_000)).toMatchObject(full)
  // Several at once are counted together.
  const answers = await Promise.all(
    [300_000, 300_000].map((bytes) => upload(company, bytes, { declared: true })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
  const other = await createCompany(installation.services.accounts, { name: 'Other' })
  expect(await upload(other, 600_000)).toMatchObject({ status: 200 })
  expect(await unfinished()).toEqual([])
})

formTest('all companies together store as much as the installation may', async () => {
  const { installation, company } = await open({ SEXTANT_QUOTA_INSTALLATION_MB: '1' })
  const other = await createCompany(installation.services.accounts, { name: 'Other' })
  expect(await upload(company, 600_000)).toMatchObject({ status: 200 })
  expect(await upload(other, 600_000)).toMatchObject({ status: 507, errorCode: 'INSTALLATION_QUOTA_FULL' })
})

formTest('what stays of nothing does not count, while others go on arriving', async () => {
  const { installation, company } = await open({
    SEXTANT_QUOTA_COMPANY_MB: '2',
    SEXTANT_QUOTA_INSTALLATION_MB: '2',
    SEXTANT_QUOTA_UPLOAD_MB: '1',
  })
  const { accounts } = installation.services
  const other = await createCompany(accounts, { name: 'Other' })
  // One of each company, so that neither account is ever without an upload.
  const slow = [company, other].map((of) => {
    const source = new Readable({ read() {} })
    source.push(Buffer.alloc(1_000))
    return { source, answer: upload(of, source) }
  })
  const known = randomBytes(700_000)
  expect(await upload(company, known)).toMatchObject({ status: 200 })
  for (let again = 0; again < 3; again++) {
    expect(await upload(company, known), 'a file that is there already').toMatchObject({ status: 200 })
    expect(await upload(company, 1_100_000), 'one that is too large').toMatchObject({ status: 413 })
    const source = new Readable({ read() {} }).once('error', () => {})
    source.push(Buffer.alloc(800_000))
    const broken = upload(company, source)
    source.destroy(new Error('The sender has gone.'))
    await expect(broken).rejects.toThrow()
  }
  expect(await upload(company, 900_000)).toMatchObject({ status: 200 })
  // What has stayed counts, and so does what is not there yet.
  expect(await upload(company, 600_000)).toMatchObject({ status: 403, errorCode: 'COMPANY_QUOTA_FULL' })
  expect(await upload(other, 600_000)).toMatchObject({ status: 507, errorCode: 'INSTALLATION_QUOTA_FULL' })
  for (const { source } of slow) source.push(null)
  expect(await Promise.all(slow.map(({ answer }) => answer))).toMatchObject([
    { status: 200 },
    { status: 200 },
  ])
})

test('an upload during which the database goes away leaves nothing that counts', async () => {
  const { installation, company } = await open({
    SEXTANT_QUOTA_COMPANY_MB: '1',
    SEXTANT_QUOTA_INSTALLATION_MB: '10',
  })
  const { client } = installation.services.accounts as unknown as { client: PGlite }
  const query = client.query.bind(client)
  // The question about all companies together, the last before the file.
  const away = vi.spyOn(client, 'query').mockImplementation((text, params, ...rest) => {
    return text.includes('sum(') && !params?.length
      ? Promise.reject(new Error('Connection terminated unexpectedly'))
      : query(text, params, ...rest)
  })
  const content = randomBytes(400_000)
  expect(await upload(company, content)).toMatchObject({ status: 503 })
  away.mockRestore()
  // An account that was never closed would count each of them.
  for (let again = 0; again < 3; again++)
    expect(await upload(company, content)).toMatchObject({ status: 200 })
})

test('refused rows are a file with the delimiter of whoever downloads it, and every row of it whole', async () => {
  const { installation, company } = await open({})
  await installation.queue.start()
  const costs =
    'sku,marketplace,valid_from,currency,manufacturing\nCUP,,2026-01-01,GBP,3\nCUP,,someday,GBP,"3,5"\n'
  const { importId } = await upload(company, Buffer.from(costs))
  await installation.queue.ended(company.id, importId!)
  const connection = (await connectDataDir(seeded.dataDir()))!
  const rowsOf = async (delimiter: string) => {
    const response = await connection.request(
      `/files/imports/${importId}/refused.csv?companyId=${company.id}&delimiter=${encodeURIComponent(delimiter)}`,
    )
    return { status: response.statusCode, text: await text(response) }
  }
  for (const delimiter of [',', ';'] as const) {
    const { text: file } = await rowsOf(delimiter)
    expect(file).toMatch(
      new RegExp(`^line${delimiter}table${delimiter}reason${delimiter}text\r\n3${delimiter}`),
    )
    expect(parse(file, { bom: true, delimiter })).toHaveLength(2)
  }
  expect((await rowsOf('|')).status).toBe(400)

  // More than are held at once: none is lost between the parts, and none comes twice.
  const many = Array.from({ length: 11_000 }, (_, n) => `CUP,,someday ${n},GBP,3`)
  const more = await upload(company, Buffer.from(`${costs}${many.join('\n')}\n`))
  await installation.queue.ended(company.id, more.importId!)
  const response = await connection.request(
    `/files/imports/${more.importId}/refused.csv?companyId=${company.id}`,
  )
  const [, ...rows] = parse(await text(response), { bom: true })
  expect(rows.map(([line]) => Number(line))).toEqual(Array.from({ length: 11_001 }, (_, n) => n + 3))
  // Nor do thousands of tables, each with a first row, keep it from coming to an end.
  const tables = Object.fromEntries(Array.from({ length: 5_100 }, (_, n) => [`made_up_${n}`, [{ a: 1 }]]))
  const costsToo = {
    product_costs: [
      { sku: 'CUP', valid_from: '2026-02-01', currency: 'GBP', manufacturing: '1' },
      { sku: 'CUP' },
    ],
  }
  const hostile = await upload(company, Buffer.from(JSON.stringify({ ...costsToo, ...tables })))
  await installation.queue.ended(company.id, hostile.importId!)
  const answer = await connection.request(
    `/files/imports/${hostile.importId}/refused.csv?companyId=${company.id}`,
  )
  const told = parse(await text(answer), { bom: true })
  expect(told.at(-1)!.slice(0, 2)).toEqual(['2', 'product_costs'])
})

test('what comes out of an archive is held to the same limits, and what is too much is named', async () => {
  const { installation, company } = await open({ SEXTANT_QUOTA_UPLOAD_MB: '1' })
  const { services, queue } = installation
  await queue.start()
  const lines = (name: string) => ({ name, data: `${name}\n`.repeat(100_000) })
  const archive = zipOf(lines('a.txt'), lines('b.txt'), { name: 'c.txt', data: 'c\n' })
  const { importId } = await upload(company, archive)
  const record = await queue.ended(company.id, importId!)
  expect(record).toMatchObject({
    status: 'UNPACKED',
    result: {
      parts: [
        { name: 'a.txt', importId: expect.any(Number), problem: null },
        { name: 'b.txt', importId: null, problem: expect.stringContaining('larger than 1 MB') },
        { name: 'c.txt', importId: null, problem: expect.stringContaining('larger than 1 MB') },
      ],
    },
  })
  // The archive and what was taken out of it.
  expect(await services.files.list(company.id)).toHaveLength(2)
  expect(await unfinished()).toEqual([])
})

test('of a file whose import cannot be queued nothing stays', async () => {
  const { installation, company } = await open({})
  const { queue, services } = installation
  const put = queue.put.bind(queue)
  queue.put = () => Promise.reject(new AppError('OVERLOADED'))
  expect(await upload(company, 1_000)).toMatchObject({ status: 503 })
  expect(await services.files.list(company.id)).toEqual([])
  queue.put = put
  expect(await upload(company, 1_000)).toMatchObject({ status: 200 })
})

/** What comes about by then has not waited for what is being done. */
const orAMoment = (promise: Promise<unknown>) => Promise.race([promise, delay(500)])

formTest('a file that is handed in while it is being deleted is there afterwards', async () => {
  const { installation, company } = await open({})
  const { queue, services } = installation
  const content = Buffer.from('no report at all')
  const { importId } = await upload(company, content)
  expect(await queue.ended(company.id, importId!)).toMatchObject({ status: 'REFUSED' })

  services.now = () => new Date(Date.now() + 8 * 24 * 3_600_000)
  const remove = services.files.remove.bind(services.files)
  let again: Promise<Answer> | undefined
  services.files.remove = async (...which) => {
    again = upload(company, content)
    await orAMoment(again)
    return remove(...which)
  }
  await deleteRefusedFiles(services)
  expect(await again).toMatchObject({ status: 200 })
  expect(await services.files.list(company.id)).toHaveLength(1)
})

formTest('a file is there that somebody hands in while another cannot be queued', async () => {
  const { installation, company } = await open({})
  const { queue, services } = installation
  const content = Buffer.from('handed in twice')
  const put = queue.put.bind(queue)
  let second: Promise<Answer> | undefined
  let firstIsAnswered = () => {}
  const answered = new Promise<void>((resolve) => (firstIsAnswered = resolve))
  queue.put = async () => {
    queue.put = async (...file) => {
      isQueueing()
      await orAMoment(answered)
      return put(...file)
    }
    let isQueueing = () => {}
    const queueing = new Promise<void>((resolve) => (isQueueing = resolve))
    second = upload(company, content)
    await orAMoment(queueing)
    throw new AppError('OVERLOADED')
  }
  expect(await upload(company, content)).toMatchObject({ status: 503 })
  firstIsAnswered()
  expect(await second).toMatchObject({ status: 200 })
  expect(await services.files.list(company.id)).toHaveLength(1)
})

formTest('an empty file is refused, and none is kept', async () => {
  const { installation, company } = await open({})
  expect(await upload(company, Buffer.alloc(0))).toMatchObject({ status: 400, errorCode: 'FILE_EMPTY' })
  expect(await installation.services.files.list(company.id)).toEqual([])
  expect(await unfinished()).toEqual([])
})

formTest('no more imports of a company wait than may', async () => {
  const { installation, company } = await open({ SEXTANT_QUOTA_WAITING_IMPORTS: '2' })
  for (const fileSha256 of ['a'.repeat(64), 'b'.repeat(64)])
    await queueImport(installation.services.accounts, company, {
      fileName: 'a.txt',
      fileSha256,
      fileBytes: 1,
    })
  expect(await upload(company, 1_000)).toMatchObject({
    status: 429,
    errorCode: 'TOO_MANY_IMPORTS_WAIT',
    error: expect.stringContaining('2 imports of this company are already waiting'),
  })
})

formTest('nothing is taken that would leave the disk without its reserve', async () => {
  const { installation, company } = await open({ SEXTANT_DISK_RESERVE_MB: '1000000000' })
  expect(await upload(company, 1_000)).toMatchObject({
    status: 507,
    errorCode: 'DISK_FULL',
    error: expect.stringContaining('almost full'),
  })
  expect(
    (await installation.app.inject({ url: '/healthz', headers: { host: 'localhost' } })).statusCode,
  ).toBe(200)
})

test('a disk that is full in the middle of a file is said in words, and nothing half done is left', async ({
  skip,
}) => {
  const files = join(seeded.dataDir(), 'small')
  await mkdir(files)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', files], { stdio: 'ignore' })
  } catch {
    skip('This test mounts a small disk, which takes the rights of root.')
  }
  closers.push(() => execFileSync('umount', ['-l', files]))
  const { installation, company } = await open({ SEXTANT_FILES_URL: files })
  expect(await upload(company, 20_000_000)).toMatchObject({ status: 507, errorCode: 'DISK_FULL' })
  expect(await readdir(files, { recursive: true })).toEqual(['.unfinished'])
  // The server goes on, and so does whoever asks it for numbers.
  expect(await upload(company, 10_000)).toMatchObject({ status: 200 })
  const answer = await installation.app.inject({ url: '/readyz', headers: { host: 'localhost' } })
  expect(answer.statusCode).toBe(200)
})

test.each([
  ['leaves the team', 404, 'COMPANY_UNKNOWN'],
  ['is shut out', 403, 'COMPANY_BLOCKED'],
] as const)('who %s while a file is on its way hands nothing in', async (what, status, errorCode) => {
  const server = await startServer(
    configFrom({
      SEXTANT_DATA_DIR: seeded.dataDir(),
      SEXTANT_RATES_URL: 'off',
      SEXTANT_DEMO: 'off',
      SEXTANT_PORT: '0',
    }),
    () => {},
  )
  closers.push(() => server.close())
  const { services, identity } = server.installation
  const company = await createCompany(services.accounts, { name: 'Acme' })
  await accountOf(server, [company.id])
  const { email, password } = await accountOf(server, [company.id], {
    email: 'manager@example.com',
    role: 'MANAGER',
  })
  const { poolId, clientId } = identity!
  const pool = { endpoint: `${server.address}/identity/`, poolId, clientId }
  const { AccessToken } = await tokensFor(sdkClient(pool), pool, email, password)
  const content = new Readable({ read() {} })
  content.push('settlement-id')
  const answered = fetch(`${server.address}/imports?companyId=${company.id}&fileName=a.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${AccessToken}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(content) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(1))

  const manager = (await listMembers(services.accounts, company)).find((one) => one.email === email)!
  if (what === 'is shut out') await setBlock(services.accounts, company.id, 'ADMIN_BLOCKED', services.now())
  else await removeMember(services.accounts, company, manager.userId)
  content.push(null)
  const answer = await answered
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ errorCode })])
  expect((await listImports(services.accounts, company, {})).imports).toEqual([])
  expect(await unfinished()).toEqual([])
})
