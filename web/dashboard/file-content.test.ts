import { expect, test } from 'vitest'
import { BankFileInput } from '#contract/bank-match.ts'
import { PreviewListInput } from '#contract/entered-lists.ts'
import { fileContent, UnsendableFile } from './file-content.ts'

test('a file travels with its name and all of its bytes', async () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 31) % 256)
  const { fileName, content } = await fileContent(new File([bytes], 'März.csv'), 200_000)
  expect(fileName).toBe('März.csv')
  expect(Buffer.from(content, 'base64').equals(bytes)).toBe(true)
  expect(await fileContent(new File([], 'none.csv'), 1)).toEqual({ fileName: 'none.csv', content: '' })
})

test('a name is cut to what is taken, without half of a character', async () => {
  const file = await fileContent(new File(['a'], `a${'😀'.repeat(200)}.csv`), 10)
  expect(file.fileName).toBe(`a${'😀'.repeat(127)}`)
  expect(BankFileInput.safeParse({ companyId: 'c', ...file }).error).toBeUndefined()
  expect(PreviewListInput.safeParse({ companyId: 'c', file }).error).toBeUndefined()
  const odd = await fileContent(new File(['a'], `${'a'.repeat(254)}😀`), 10)
  expect(odd.fileName).toBe('a'.repeat(254))
})

test('a file that is too large or that another program holds is not sent, and says so', async () => {
  await expect(fileContent(new File(['abc'], 'a.csv'), 3)).resolves.toBeDefined()
  await expect(fileContent(new File(['a'.repeat(2_000_001)], 'a.csv'), 2_000_000)).rejects.toThrow(
    new UnsendableFile('The file has more than 2 MB. Split it.'),
  )
  const held = new File(['a'], 'a.csv')
  held.arrayBuffer = () => Promise.reject(new DOMException('NotReadableError'))
  await expect(fileContent(held, 10)).rejects.toThrow(
    /^The file could not be read\. If it is open in another/,
  )
  await expect(fileContent(held, 10)).rejects.toBeInstanceOf(UnsendableFile)
})
