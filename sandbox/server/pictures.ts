/** Pictures of products: nothing but a shape in a colour of its own, so that people can tell them apart. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Answer } from './http.ts'

/** In pixels, each way. */
export const PICTURE_SIZE = 300

/** As Amazon's hosts do, in the size that the name asks for. */
const PATH = /^\/images\/I\/([A-Z0-9]{10})(?:\._SL(\d{1,3})_)?\.png$/

export function picture(path: string): Answer {
  const [, asin, pixels = PICTURE_SIZE] = PATH.exec(path) ?? []
  const size = Math.min(Math.max(Number(pixels), 1), PICTURE_SIZE)
  return asin === undefined
    ? { status: 404 }
    : { status: 200, headers: { 'content-type': 'image/png' }, body: png(asin, size) }
}

function png(asin: string, pixels: number): Buffer {
  const [red = 0, green = 0, blue = 0, shape = 0] = createHash('sha256').update(asin).digest()
  const colour = [red, green, blue].map((value) => 60 + (value % 140))
  const rows = Buffer.alloc(pixels * (1 + pixels * 3), 255)
  for (let y = 0; y < pixels; y++) {
    const row = y * (1 + pixels * 3)
    rows[row] = 0
    for (let x = 0; x < pixels; x++)
      if (isInside(x / pixels - 0.5, y / pixels - 0.5, shape)) rows.set(colour, row + 1 + x * 3)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(pixels, 0)
  size.writeUInt32BE(pixels, 4)
  // Eight bits each of red, green and blue.
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const isInside = (x: number, y: number, shape: number): boolean => {
  const [across, down] = [Math.abs(x), Math.abs(y)]
  if (shape % 3 === 0) return across ** 2 + down ** 2 < 0.13
  return shape % 3 === 1 ? across < 0.3 && down < 0.36 : across + down < 0.42
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
