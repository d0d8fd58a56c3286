/** Files of which nothing counts leave the list when somebody says so, and stay in the record. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

test('a refused file leaves the list and stays in the record; what counts can not be dismissed', async () => {
  const company = await server.company()
  const good = await company.import('good.txt', oneSaleFile())
  const refused = await company.import('photo.txt', 'no report')
  const again = await company.import('again.txt', oneSaleFile())
  expect([good, refused, again].map(({ status }) => status)).toEqual([
    'PUBLISHED',
    'REFUSED',
    'ALREADY_KNOWN',
  ])

  const { operator } = server
  const companyId = company.id
  const listed = async (withDismissed?: boolean) => {
    const { imports, total, dismissed } = await operator.imports.list({
      companyId,
      ...(withDismissed !== undefined && { withDismissed }),
    })
    return [imports.map(({ fileName, isDismissed }) => [fileName, isDismissed]), total, dismissed]
  }
  const before = await company.checksums()
  expect(await operator.imports.dismiss({ companyId, importId: refused.id })).toMatchObject({
    status: 'REFUSED',
    isDismissed: true,
    problem: refused.problem,
  })
  expect(await listed(false)).toEqual([
    [
      ['again.txt', false],
      ['good.txt', false],
    ],
    2,
    1,
  ])
  expect(await listed()).toEqual([
    [
      ['again.txt', false],
      ['photo.txt', true],
      ['good.txt', false],
    ],
    3,
    1,
  ])
  await expect(operator.imports.dismiss({ companyId, importId: good.id })).rejects.toThrow('not in use')
  await expect(operator.imports.dismiss({ companyId, importId: 9_000_000 })).rejects.toThrow('does not exist')
  // Nobody takes another company's import off its list.
  const other = await server.company()
  await expect(operator.imports.dismiss({ companyId: other.id, importId: again.id })).rejects.toThrow(
    'does not exist',
  )
  expect(await company.checksums()).toEqual(before)
  expect((await listed(false))[1]).toBe(2)
})

test('an import that is tried again is in the list again', async () => {
  const company = await server.company()
  const importId = await company.queue('one.txt', oneSaleFile())
  await server.operator.imports.cancel({ companyId: company.id, importId })
  await server.operator.imports.dismiss({ companyId: company.id, importId })
  await server.operator.imports.retry({ companyId: company.id, importId })
  await server.queue.ended(company.id, importId)
  expect(await company.importRecord(importId)).toMatchObject({ status: 'PUBLISHED', isDismissed: false })
})
