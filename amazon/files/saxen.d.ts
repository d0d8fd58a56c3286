/** What we use of saxen, which brings no types. Texts and attributes come as they stand, with `decode` for their entities. */
declare module 'saxen' {
  type Decode = (text: string) => string

  interface Events {
    openTag: (name: string, attributes: () => Record<string, string>, decode: Decode) => void
    closeTag: (name: string) => void
    text: (text: string, decode: Decode) => void
    cdata: (text: string) => void
    comment: () => void
    question: (instruction: string) => void
    attention: () => void
    error: (error: Error) => void
  }

  export class Parser {
    on<E extends keyof Events>(event: E, handler: Events[E]): this
    write(xml: string): this
    end(): Error | null
  }
}
