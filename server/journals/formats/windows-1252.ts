const BYTES = 256
const byteOf = new Map(
  Array.from({ length: BYTES }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

/** A text in Windows-1252, which Node only reads; a question mark stands for what it does not have. */
export const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text, (character) => byteOf.get(character) ?? byteOf.get('?')!))
