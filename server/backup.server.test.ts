import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { verifiedBackup, writeBackup } from './backup.ts'
import { discardFile } from './ledger/importing/discarded-file.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  server = await startTestServer()
  directory = await mkdtemp(join(tmpdir(), 'sextant-backup-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

/** The hashes of a new company's files, of which the first is of no use to anybody. */
async function filesOf() {
  const company = await server.company()
  const refused = await company.import('note.txt', `no report, ${company.id}`)
  expect(refused.status).toBe('REFUSED')
  const counting = await company.import('march.txt', oneSaleFile())
  expect(counting.status).toBe('PUBLISHED')
  return { company, refused: refused.sha256, counting: counting.sha256 }
}

const backedUp = async (name: string, meanwhile: () => Promise<void>) => {
  const target = join(directory, name)
  const { files } = server.services
  let isListed = false
  const listing = {
    ...files,
    async list(id: string) {
      const found = await files.list(id)
      if (!isListed) await meanwhile()
      isListed = true
      return found
    },
  }
  await writeBackup({ ...server.services, files: listing }, target)
  return (await verifiedBackup(target)).companies
}

test('a refused file that is deleted while a backup runs is not in it', async () => {
  const { company, refused, counting } = await filesOf()
  const companies = await backedUp('refused', () => discardFile(server.services, company, refused))
  const own = companies.find(({ id }) => id === company.id)!
  expect(own.files.map(({ path }) => path.split(/[/.]/)[2])).toEqual([counting])
})

test('a file that numbers come from and that is missing fails a backup', async () => {
  const { company, counting } = await filesOf()
  await expect(
    backedUp('counting', () => server.services.files.remove(company.id, counting)),
  ).rejects.toThrow(`The raw file ${counting} of company ${company.id} can't be copied`)
})

test.skipIf(!existsSync('/dev/full'))(
  'a backup or an export that has no room is said of its own disk, not of that of the installation',
  async () => {
    const { company } = await filesOf()
    const target = join(directory, 'small')
    await mkdir(join(target, 'acme'), { recursive: true })
    await mkdir(join(target, 'backup'))
    await symlink('/dev/full', join(target, 'acme', 'facts.json.part'))
    await symlink('/dev/full', join(target, 'backup', 'manifest.json.part'))
    const { operator } = server.operator
    const exported = operator.export({ companyId: company.id, directory: join(target, 'acme') })
    await expect(exported).rejects.toMatchObject({ cause: { code: 'DIRECTORY_UNUSABLE' } })
    await expect(exported).rejects.toThrow(`${join(target, 'acme')} can't be written: ENOSPC`)
    expect(await readdir(join(target, 'acme'))).toEqual(['originals'])
    await expect(operator.backup({ directory: join(target, 'backup') })).rejects.toThrow(
      `${join(target, 'backup')} can't be written: ENOSPC`,
    )
  },
)
