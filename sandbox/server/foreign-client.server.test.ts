/** A client that others have written, which knows Amazon's hosts alone: its connections end in the sandbox all the same. */
import { Agent } from 'node:https'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import type { SellingPartner } from 'amazon-sp-api'
import { expect, test } from 'vitest'
import { openSandbox, SELLING_APP } from './testing.ts'

/** The class itself is what is exported, which its types do not say. */
const Client = createRequire(import.meta.url)('amazon-sp-api') as typeof SellingPartner

const GERMANY = 'A1PA6795UKMFR9'

test('it gets participations, a report and transactions with nothing but another agent', async () => {
  await using sandbox = await openSandbox()
  const { refresh } = await sandbox.tokens('sp', 'EUROPE')
  const agent = new Agent()
  // Without TLS, which the sandbox does not speak.
  agent.createConnection = () => connect(Number(new URL(sandbox.origin).port), '127.0.0.1')
  const client = new Client({
    region: 'eu',
    refresh_token: refresh,
    credentials: {
      SELLING_PARTNER_APP_CLIENT_ID: SELLING_APP.clientId,
      SELLING_PARTNER_APP_CLIENT_SECRET: SELLING_APP.clientSecret,
    },
    options: { https_proxy_agent: agent, auto_request_throttled: false },
  })

  expect(
    await client.callAPI({ operation: 'getMarketplaceParticipations', endpoint: 'sellers' }),
  ).toMatchObject([{ marketplace: { id: GERMANY } }, {}, {}, { marketplace: { name: 'Non-Amazon DE' } }])

  const { reportId } = await client.callAPI({
    operation: 'createReport',
    endpoint: 'reports',
    body: { reportType: 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', marketplaceIds: [GERMANY] },
  })
  sandbox.pass(300_000)
  const { reportDocumentId } = await client.callAPI({
    operation: 'getReport',
    endpoint: 'reports',
    path: { reportId },
  })
  const document = await client.callAPI({
    operation: 'getReportDocument',
    endpoint: 'reports',
    path: { reportDocumentId: reportDocumentId! },
  })
  expect(await client.download(document, { json: true })).toMatchObject([
    { sku: 'CUP-RED', asin: 'B000000001' },
  ])

  const { transactions } = await client.callAPI({
    operation: 'listTransactions',
    endpoint: 'finances',
    query: { postedAfter: '2026-03-01T00:00:00Z', transactionStatus: 'RELEASED' },
    options: { version: '2024-06-19' },
  })
  expect(transactions).toHaveLength(100)

  sandbox.revoke({ sellerId: 'tiny' })
  await expect(client.refreshAccessToken()).rejects.toMatchObject({ code: 'invalid_grant' })
  agent.destroy()
})
