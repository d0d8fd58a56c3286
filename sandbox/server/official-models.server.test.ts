/**
 * Answers of the Selling Partner API against Amazon's own models, which lie beside the repository on some machines and
 * are not part of it. Without them these tests show as skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { openSandbox } from './testing.ts'

const folder = fileURLToPath(new URL('../../../shared/data/official/openapi', import.meta.url))

const GERMANY = 'A1PA6795UKMFR9'
const REPORTS = '/reports/2021-06-30'
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** What a model holds against an answer; and that the answer has no field that the model does not know. */
function problems(model: string, definition: string, answer: unknown): unknown {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { 'date-time': MOMENT, date: DAY, int32: true },
  })
  const schema = JSON.parse(readFileSync(`${folder}/${model}.json`, 'utf8')) as {
    definitions: Record<string, Record<string, unknown>>
  }
  for (const one of Object.values(schema.definitions))
    // Parts of a whole that is put together know their own fields alone.
    if (one['properties'] && !one['allOf'] && !String(one['description']).includes('context'))
      one['additionalProperties'] ??= false
  const validate = ajv.compile({ ...schema, $ref: `#/definitions/${definition}` })
  return validate(answer) ? [] : validate.errors
}

describe.skipIf(!existsSync(folder))('as Amazon’s models say', () => {
  test.each([
    ['sellers', 'GetMarketplaceParticipationsResponse', '/sellers/v1/marketplaceParticipations'],
    [
      'finances_2024-06-19',
      'ListTransactionsResponse',
      '/finances/2024-06-19/transactions?postedAfter=2026-03-01T00:00:00Z',
    ],
    [
      'catalogItems_2022-04-01',
      'ItemSearchResults',
      `/catalog/2022-04-01/items?identifiersType=ASIN&identifiers=B000000001,B000000000&marketplaceIds=${GERMANY}&includedData=attributes,classifications,dimensions,identifiers,images,productTypes,relationships,salesRanks,summaries`,
    ],
    ['catalogItems_2022-04-01', 'Item', `/catalog/2022-04-01/items/B000000001?marketplaceIds=${GERMANY}`],
    [
      'fbaInventory',
      'GetInventorySummariesResponse',
      `/fba/inventory/v1/summaries?granularityType=Marketplace&granularityId=${GERMANY}&marketplaceIds=${GERMANY}&details=true`,
    ],
    [
      'reports_2021-06-30',
      'GetReportsResponse',
      `${REPORTS}/reports?reportTypes=GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2`,
    ],
    ['reports_2021-06-30', 'ErrorList', `${REPORTS}/reports/none`],
  ])('%s: %s', async (model, definition, path) => {
    await using sandbox = await openSandbox()
    const { access } = await sandbox.tokens('sp', 'EUROPE')
    const answer: unknown = await (await sandbox.selling(path, access)).json()
    expect(problems(model, definition, answer)).toEqual([])
    expect(problems(model, definition, { surprise: 1 })).not.toEqual([])
  })

  test('a report from its question to its document', async () => {
    await using sandbox = await openSandbox()
    const { access } = await sandbox.tokens('sp', 'EUROPE')
    const look = async (path: string, init?: RequestInit) =>
      (await (await sandbox.selling(`${REPORTS}${path}`, access, init)).json()) as Record<string, string>
    const model = 'reports_2021-06-30'

    const question = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [GERMANY] }
    expect(problems(model, 'CreateReportSpecification', question)).toEqual([])
    const created = await look('/reports', { method: 'POST', body: JSON.stringify(question) })
    expect(problems(model, 'CreateReportResponse', created)).toEqual([])
    for (const status of ['IN_QUEUE', 'IN_PROGRESS', 'DONE']) {
      const report = await look(`/reports/${created['reportId']}`)
      expect(report['processingStatus']).toBe(status)
      expect(problems(model, 'Report', report)).toEqual([])
      if (status === 'DONE')
        expect(
          problems(model, 'ReportDocument', await look(`/documents/${report['reportDocumentId']}`)),
        ).toEqual([])
      sandbox.pass(status === 'IN_QUEUE' ? 31_000 : 120_000)
    }
  })

  test('a token for one document', async () => {
    await using sandbox = await openSandbox()
    const { access } = await sandbox.tokens('sp', 'EUROPE')
    const question = { restrictedResources: [{ method: 'GET', path: `${REPORTS}/documents/1` }] }
    const model = 'tokens_2021-03-01'
    expect(problems(model, 'CreateRestrictedDataTokenRequest', question)).toEqual([])
    const path = '/tokens/2021-03-01/restrictedDataToken'
    const ask = { method: 'POST', body: JSON.stringify(question) }
    const answer: unknown = await (await sandbox.selling(path, access, ask)).json()
    expect(problems(model, 'CreateRestrictedDataTokenResponse', answer)).toEqual([])
    expect(answer).toHaveProperty('restrictedDataToken')
  })
})
