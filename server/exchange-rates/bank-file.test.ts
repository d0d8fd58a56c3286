import { expect, test } from 'vitest'
import { publishedFile } from '#test/support/bank.ts'
import { BankFileRefused, readBankFile } from './bank-file.ts'

const TODAY = '2026-04-20'

async function* inPieces(text: string, size = text.length): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const DAYS = [
  { day: '2026-04-14', quotes: { USD: '1.1701', GBP: '0.8702', JPY: '186.5' } },
  { day: '2026-04-13', quotes: { USD: '1.1684', GBP: '0.87058', JPY: '186.75' } },
]

test.each([1, 7, 100_000])('a published file is read in pieces of %i characters', async (size) => {
  expect(await readBankFile(inPieces(publishedFile(DAYS), size), TODAY)).toEqual(
    DAYS.toReversed().map(({ day, quotes }) => ({ day, perEuro: quotes })),
  )
})

const of = (inner: string) => `<?xml version="1.0"?><Envelope><Cube>${inner}</Cube></Envelope>`
const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
${of('&lol2;')}`

test.each([
  ['nothing', '', 'it is not XML'],
  ['a page', '<html><body>Sign in</body></html>', 'it has no rates'],
  ['text', 'not found', 'it is not XML'],
  ['a file that ends', publishedFile(DAYS).replace(/<.gesmes:Envelope>\n$/, ''), 'it is not XML'],
  ['entities of its own', LAUGHS, 'it has a document type'],
  ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${of('')}`, 'it is not written in UTF-8'],
  ['elements without end', '<Cube>'.repeat(1_000), 'its elements lie too deep'],
  ['text without end', `<Cube>${'x'.repeat(100_000)}`, 'it is not a file of reference rates'],
  ['a day that is none', of(`<Cube time="2026-02-30"/>`), 'it has a day that is none'],
  ['a day to come', of(`<Cube time="2026-04-21"/>`), 'it has rates for 2026-04-21'],
  ['a day twice', of(`<Cube time="2026-04-14"/>`.repeat(2)), 'it has 2026-04-14 twice'],
  ['a rate without a day', of(`<Cube currency="USD" rate="1.2"/>`), 'it has a rate without a day'],
  ...['0', '0.000', '-1', '1e9', 'NaN', '1,2', '', '&#49;', '1'.repeat(30)].map((rate) => [
    `the rate "${rate}"`,
    of(`<Cube time="2026-04-14"><Cube currency="USD" rate="${rate}"/></Cube>`),
    'it has a rate of USD that is no number above 0',
  ]),
  [
    'a currency that is none',
    of(`<Cube time="2026-04-14"><Cube currency="__proto__" rate="1"/></Cube>`),
    'it has a currency that is none',
  ],
  [
    'a currency twice',
    of(`<Cube time="2026-04-14">${`<Cube currency="USD" rate="1.2"/>`.repeat(2)}</Cube>`),
    'it has USD twice on a day',
  ],
  [
    'no dollar',
    of(`<Cube time="2026-04-14"><Cube currency="GBP" rate="0.87"/></Cube>`),
    'it has no rate of the dollar for 2026-04-14',
  ],
])('a file is refused whole for %s', async (_, text, reason) => {
  const refused = await readBankFile(inPieces(text!, 10_000), TODAY).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BankFileRefused)
  expect((refused as Error).message).toContain(reason)
})
