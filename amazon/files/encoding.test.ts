import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHARACTER_SETS, collected, sourceOf } from '../testing.ts'
import { asUtf8, probeText } from './encoding.ts'

const JAPANESE = '商品売上\tプロモーション割引額\tアマゾン\n1\t2\tこれはテストです\n'

async function read(bytes: Buffer, chunkBytes?: number): Promise<{ encoding: string; text: string }> {
  const source = sourceOf(bytes, chunkBytes)
  const probe = await probeText(source)
  return {
    encoding: probe.encoding,
    text: Buffer.concat(await collected(asUtf8(source(), probe))).toString(),
  }
}

test.each(Object.keys(CHARACTER_SETS))('text in %s comes out as it was', async (set) => {
  const text = set === 'Shift_JIS' ? JAPANESE : `name\tcity\nGröße\tCórdoba\n${'plain line\n'.repeat(100)}`
  for (const chunkBytes of [1, 3, 65_536]) {
    const { encoding, text: found } = await read(CHARACTER_SETS[set]!(text), chunkBytes)
    expect(set.startsWith(encoding)).toBe(true)
    expect(found.replace('\ufeff', '')).toBe(text)
  }
})

test('any text in UTF-8 passes unchanged, however it is cut into chunks', async () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (value, chunkBytes) => {
      expect(await read(Buffer.from(value), chunkBytes)).toEqual({ encoding: 'UTF-8', text: value })
    }),
  )
})

test('one letter at the end decides for the whole file', async () => {
  const plain = 'sku\tquantity\n'.repeat(200_000)
  const { encoding, text } = await read(CHARACTER_SETS['windows-1252']!(`${plain}Café\t1\n`.slice(-40)))
  expect([encoding, text.slice(-7)]).toEqual(['windows-1252', 'Café\t1\n'])
  const late = await read(
    Buffer.concat([Buffer.from(plain), CHARACTER_SETS['windows-1252']!('Café “x”\t1\n')]),
  )
  expect([late.encoding, late.text.slice(-11)]).toEqual(['windows-1252', 'Café “x”\t1\n'])
  const japanese = await read(Buffer.concat([Buffer.from(plain), CHARACTER_SETS['Shift_JIS']!(JAPANESE)]))
  expect([japanese.encoding, japanese.text.slice(-JAPANESE.length)]).toEqual(['Shift_JIS', JAPANESE])
})

test('European text is not taken for Japanese', async () => {
  const text = 'Größe,Müller,Straße,façade,señor,“quote”,dash – dash,œuvre,ÀÉÎÕÜ,éàü\n'.repeat(50)
  expect(await read(CHARACTER_SETS['windows-1252']!(text))).toEqual({ encoding: 'windows-1252', text })
})

test('what came with a file says its characters, where it can be', async () => {
  const probed = async (bytes: Buffer, charset?: string) =>
    (await probeText(sourceOf(bytes), charset)).encoding
  // Too little kana to tell.
  const orders = CHARACTER_SETS['Shift_JIS']!('order-id\tship-state\n1\t東京都\n')
  expect(await probed(orders)).toBe('windows-1252')
  for (const label of ['Shift_JIS', 'shift-jis', 'windows-31j', 'MS932'])
    expect(await probed(orders, label)).toBe('Shift_JIS')
  expect(await probed(CHARACTER_SETS['Shift_JIS']!(JAPANESE), 'Cp1252')).toBe('windows-1252')
  // It can't be, or nobody knows what it is.
  const german = CHARACTER_SETS['windows-1252']!('Größe “x” ü\n')
  expect(await probed(german, 'Shift_JIS')).toBe('windows-1252')
  expect(await probed(german, 'x-nothing')).toBe('windows-1252')
  expect(await probed(Buffer.from('Größe'), 'ISO-8859-1')).toBe('UTF-8')
})

test('UTF-8 that breaks off within a letter stays UTF-8', async () => {
  const bytes = Buffer.from('Größe\tKöln\tWürzburg ü')
  expect(await read(bytes.subarray(0, -1))).toEqual({
    encoding: 'UTF-8',
    text: 'Größe\tKöln\tWürzburg \ufffd',
  })
})

test('bytes that are no text are refused by their kind', async () => {
  const notText = (bytes: Buffer) => expect(probeText(sourceOf(bytes))).rejects
  await notText(Buffer.from('settlement-id\0\tx\n')).toMatchObject({ code: 'UNDECODABLE' })
  await notText(Buffer.from('d0cf11e0a1b11ae10000', 'hex')).toMatchObject({
    message: expect.stringContaining('.xls'),
  })
  const late = Buffer.concat([Buffer.from('a line\n'.repeat(300_000)), Buffer.alloc(10)])
  await notText(late).toMatchObject({ code: 'UNDECODABLE' })
})
