import { SELLING_PARTNER_HOSTS } from '#amazon/index.ts'
import { expect, test } from 'vitest'
import { openSandbox, tinySeller } from '../testing.ts'

const MINUTE_MS = 60_000
const PARTICIPATIONS = '/sellers/v1/marketplaceParticipations'
const GERMANY = 'A1PA6795UKMFR9'

const errorIn = async (response: Response) =>
  `${response.status} ${((await response.json()) as { errors: { code: string }[] }).errors[0]!.code}`

test('a token counts for an hour, in its region and for its API', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const { access: american } = await sandbox.tokens('sp', 'NORTH_AMERICA')
  const { access: advertising } = await sandbox.tokens('ads', 'EUROPE')
  const ask = (token: string) => sandbox.selling(PARTICIPATIONS, token)

  expect((await ask(access)).status).toBe(200)
  expect(await errorIn(await ask(american))).toBe('403 Unauthorized')
  expect(await errorIn(await ask(advertising))).toBe('403 Unauthorized')
  const { origin } = sandbox
  const inAmerica = await fetch(`${origin}/${SELLING_PARTNER_HOSTS.NORTH_AMERICA}${PARTICIPATIONS}`, {
    headers: { 'x-amz-access-token': access },
  })
  expect(await errorIn(inAmerica)).toBe('403 Unauthorized')
  expect(inAmerica.headers.get('x-amzn-requestid')).toMatch(/^[\w-]{36}$/)
  expect(inAmerica.headers.get('x-amzn-ratelimit-limit')).toBeNull()
  expect((await sandbox.ask(`${SELLING_PARTNER_HOSTS.EUROPE}${PARTICIPATIONS}`)).status).toBe(401)

  sandbox.pass(60 * MINUTE_MS)
  expect(await errorIn(await ask(access))).toBe('403 Unauthorized')
})

test('requests are counted for each seller and operation, faster by the speed', async () => {
  await using sandbox = await openSandbox(tinySeller({ behaviour: { rateFactor: 0.5 } }), { speed: 10 })
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const ask = () => sandbox.selling(PARTICIPATIONS, access)

  for (let request = 0; request < 15; request++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect(refused.headers.get('x-amzn-ratelimit-limit')).toBeNull()
  expect(await errorIn(refused)).toBe('429 QuotaExceeded')
  expect((await sandbox.selling('/fba/inventory/v1/summaries', access)).status).toBe(400)

  sandbox.pass(12_400)
  expect((await ask()).status).toBe(429)
  sandbox.pass(200)
  const again = await ask()
  expect(again.status).toBe(200)
  expect(again.headers.get('x-amzn-ratelimit-limit')).toBe('0.08')
})

test('transactions come in pages, some of them empty, of at most 180 days', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const page = async (query: string) => {
    const response = await sandbox.selling(`/finances/2024-06-19/transactions?${query}`, access)
    expect(response.status).toBe(200)
    const { payload } = (await response.json()) as {
      payload: { transactions: { transactionId: string }[]; nextToken?: string }
    }
    return payload
  }
  const counts = async (query: string) => {
    const found = []
    for (let more = ''; ;) {
      const { transactions, nextToken } = await page(query + more)
      found.push(transactions.length)
      if (nextToken === undefined) return found
      more = `&nextToken=${encodeURIComponent(nextToken)}`
    }
  }
  const march = 'postedAfter=2026-03-01T00:00:00Z&postedBefore=2026-03-31T00:00:00Z'
  expect(await counts(march)).toEqual([100, 100, 50])
  expect(await counts(`${march}&transactionStatus=DEFERRED`)).toEqual([0, 50, 50])
  expect(
    await counts(`${march}&relatedIdentifierName=ORDER_ID&relatedIdentifierValue=302-0000000-7`),
  ).toEqual([1, 0, 0])
  sandbox.pass(MINUTE_MS)
  expect(await counts('postedAfter=2025-09-01T00:00:00Z')).toEqual([0])
  const soon = await sandbox.selling(
    '/finances/2024-06-19/transactions?postedAfter=2026-03-31T12:00:30Z',
    access,
  )
  expect(await errorIn(soon)).toBe('400 InvalidInput')
})

test('products have titles, brands, parents and pictures; stock agrees with its report', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const response = await sandbox.selling(
    `/catalog/2022-04-01/items?identifiersType=ASIN&identifiers=B000000001,B000000009&marketplaceIds=${GERMANY}&includedData=summaries,images,relationships`,
    access,
  )
  const { items } = (await response.json()) as { items: { images: { images: { link: string }[] }[] }[] }
  expect(items).toMatchObject([
    {
      asin: 'B000000001',
      summaries: [{ itemName: 'Cup, red', brand: 'Cups & Co' }],
      relationships: [{ relationships: [{ parentAsins: ['B000000000'] }] }],
    },
  ])
  const picture = await fetch(items[0]!.images[0]!.images[0]!.link)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')

  const stock = await sandbox.selling(
    `/fba/inventory/v1/summaries?granularityType=Marketplace&granularityId=${GERMANY}&marketplaceIds=${GERMANY}&details=true`,
    access,
  )
  expect(await stock.json()).toMatchObject({
    payload: {
      inventorySummaries: [
        { sellerSku: 'CUP-RED', totalQuantity: 9, inventoryDetails: { fulfillableQuantity: 7 } },
      ],
    },
  })
})

test('failures come when they are expected, and of faulty sellers every so often', async () => {
  await using sandbox = await openSandbox(tinySeller({ behaviour: { faultyEvery: 4 } }))
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const ask = () => sandbox.selling(PARTICIPATIONS, access)
  const statuses = []
  for (let request = 0; request < 8; request++) statuses.push((await ask()).status)
  expect(statuses).toEqual([200, 200, 200, 500, 200, 200, 200, 500])

  sandbox.failNext({ count: 1, how: 429, at: SELLING_PARTNER_HOSTS.EUROPE })
  sandbox.failNext({ count: 1, how: 500 })
  sandbox.failNext({ count: 1, how: 'CUT' })
  expect(await errorIn(await ask())).toBe('429 QuotaExceeded')
  expect(await errorIn(await ask())).toBe('500 InternalFailure')
  await expect(ask().then((response) => response.text())).rejects.toThrow()
  expect((await ask()).status).toBe(200)
})
