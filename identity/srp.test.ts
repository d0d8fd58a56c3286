import { createHmac, getDiffieHellman, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import fixture from './fixtures/srp-vectors.json' with { type: 'json' }
import {
  clientPublicFrom,
  hexOf,
  makeEphemeral,
  makeVerifier,
  numberOf,
  pad,
  proof,
  sessionKey,
} from './srp.ts'

const N = numberOf(getDiffieHellman('modp15').getPrime())
const big = (hex: string) => BigInt(`0x${hex}`)

describe.each(fixture.vectors)('the vector of $id', (vector) => {
  const prover = { group: vector.group, id: vector.id }

  test('the verifier of a password', () => {
    const { verifier } = makeVerifier(prover, vector.password, big(vector.salt))
    expect(hexOf(verifier)).toBe(vector.verifier)
  })

  test('the key that both sides share, and the proof that a client has it', () => {
    const ephemeral = { secret: Buffer.from(vector.b, 'hex'), public: big(vector.B) }
    const key = sessionKey(clientPublicFrom(vector.A)!, ephemeral, big(vector.verifier))
    expect(key?.toString('hex')).toBe(vector.K)
    const signed = proof(key!, prover, Buffer.from(vector.secretBlock, 'base64'), vector.timestamp)
    expect(signed.toString('base64')).toBe(vector.signature)
  })

  test('the server public belongs to its secret', () => {
    const verifier = big(vector.verifier)
    const { secret, public: B } = makeEphemeral(verifier)
    const k = big(fixture.k)
    expect(B).toBe((k * verifier + modPow(2n, numberOf(secret))) % N)
  })
})

test('numbers are padded as Java writes them', () => {
  expect(pad(0n).toString('hex')).toBe('00')
  expect(pad(20n).toString('hex')).toBe('14')
  expect(pad(200n).toString('hex')).toBe('00c8')
  expect(pad(0x1234n).toString('hex')).toBe('1234')
  fc.assert(
    fc.property(fc.bigInt(0n, 1n << 600n), (value) => {
      const bytes = pad(value)
      return (
        numberOf(bytes) === value &&
        bytes[0]! < 0x80 &&
        (bytes.length === 1 || bytes[0] !== 0 || bytes[1]! >= 0x80)
      )
    }),
  )
})

test.each(['0', '', 'xyz', '-1', '0x10', hexOf(N), hexOf(2n * N), `${'0'.repeat(771)}`])(
  'a client public that forges the key is refused: %.20s',
  (hex) => expect(clientPublicFrom(hex)).toBeUndefined(),
)

test('the key derivation is HKDF (RFC 5869), case 1 of its vectors through the same steps', () => {
  const secret = Buffer.alloc(22, 0x0b)
  const salt = Buffer.from('000102030405060708090a0b0c', 'hex')
  const info = Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex')
  const extracted = createHmac('sha256', salt).update(secret).digest()
  expect(extracted.toString('hex')).toBe('077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5')
  const native = Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
  const byHand = createHmac('sha256', extracted).update(info).update(Buffer.of(1)).digest()
  expect(byHand.equals(native)).toBe(true)
})

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let bits = exponent, square = base % N; bits > 0n; bits >>= 1n, square = (square * square) % N) {
    if (bits & 1n) result = (result * square) % N
  }
  return result
}
