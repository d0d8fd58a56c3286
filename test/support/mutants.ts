/** Files that came out of a transmission, an editor or a spreadsheet otherwise than they went in. */

/** Numbers between 0 and 1 that a seed decides. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const INSERTED = [
  '\0',
  '"',
  "'",
  '\t',
  ',',
  ';',
  '\n',
  '\r',
  '\r\n',
  '=',
  '-',
  '.',
  'e9',
  'NaN',
  '\u00a0',
  '\ufeff',
  'é',
  '💶',
  '%',
  '\\N',
  '{',
  '}',
  '[',
  ']',
  ':',
  '\x1f',
  '\x1a',
]

type Change = (bytes: Buffer, random: () => number, others: readonly Buffer[]) => Buffer

const place = (bytes: Buffer, random: () => number) => Math.floor(random() * (bytes.length + 1))
const spliced = (bytes: Buffer, start: number, end: number, inserted: Uint8Array = new Uint8Array()) =>
  Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)])

function withLines(change: (lines: string[], random: () => number) => string[]): Change {
  return (bytes, random) =>
    Buffer.from(change(bytes.toString('latin1').split('\n'), random).join('\n'), 'latin1')
}

const CHANGES: Change[] = [
  // Bytes that changed on the way.
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    for (let times = 1 + Math.floor(random() * 4); times > 0; times--)
      changed[place(bytes, random)] = Math.floor(random() * 256)
    return changed
  },
  // A part that is missing, doubled, or stands elsewhere.
  (bytes, random) => {
    const [start, length] = [place(bytes, random), Math.floor(random() * 60)]
    return spliced(bytes, start, start + length)
  },
  (bytes, random) => {
    const start = place(bytes, random)
    return spliced(bytes, start, start, bytes.subarray(start, start + Math.floor(random() * 400)))
  },
  (bytes, random) => bytes.subarray(0, place(bytes, random)),
  (bytes, random) => bytes.subarray(place(bytes, random)),
  // Something that does not belong there.
  (bytes, random) => {
    const start = place(bytes, random)
    return spliced(
      bytes,
      start,
      start,
      Buffer.from(INSERTED[Math.floor(random() * INSERTED.length)]!.repeat(1 + Math.floor(random() * 3))),
    )
  },
  (bytes, random, others) => {
    const other = others[Math.floor(random() * others.length)]!
    return Buffer.concat([bytes.subarray(0, place(bytes, random)), other.subarray(place(other, random))])
  },
  // Lines that are missing, doubled or swapped.
  withLines((lines, random) => lines.filter(() => random() > 0.1)),
  withLines((lines, random) => lines.flatMap((line) => (random() < 0.1 ? [line, line] : [line]))),
  withLines((lines, random) => {
    const [a, b] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)]
    return lines.with(a, lines[b]!).with(b, lines[a]!)
  }),
  // Columns that are missing or swapped, on every line.
  withLines((lines, random) => {
    const column = Math.floor(random() * 24)
    return lines.map((line) => line.split('\t').toSpliced(column, 1).join('\t'))
  }),
  withLines((lines, random) => {
    const [a, b] = [Math.floor(random() * 24), Math.floor(random() * 24)]
    return lines.map((line) => {
      const cells = line.split('\t')
      return cells.length > Math.max(a, b) ? cells.with(a, cells[b]!).with(b, cells[a]!).join('\t') : line
    })
  }),
]

/** So many files, each made out of one of the given by one to three changes. The same seed gives the same files. */
export function* mutants(files: readonly Buffer[], seed: number, count: number): Generator<Buffer> {
  const random = randomFrom(seed)
  for (let made = 0; made < count; made++) {
    let bytes = files[made % files.length]!
    for (let times = 1 + Math.floor(random() * 3); times > 0 && bytes.length > 0; times--) {
      bytes = CHANGES[Math.floor(random() * CHANGES.length)]!(bytes, random, files)
    }
    yield bytes
  }
}
