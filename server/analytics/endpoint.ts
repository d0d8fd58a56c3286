/** Shaped like pino's, so that the server's own logger fits. */
export interface Logger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} }

export interface Credentials {
  username: string
  password: string
}

/** One ClickHouse node. */
export interface Address {
  url: string
  app: Credentials
  reader: Credentials
  /** What every request has to carry besides. */
  headers?: Record<string, string>
  /** The reader's profile already says `readonly = 2`, and would refuse to be told again. */
  readerIsConfined: boolean
}

/** Every node that is to be reached; statements go to one that can be, schema changes to all. */
export interface Endpoint {
  /** Grows when addresses or passwords change, that is, when the embedded node was started again. */
  generation: number
  addresses: readonly Address[]
}

/** Where the engine is: our own child process, or a server somebody else runs. */
export interface EndpointSource {
  endpoint(): Promise<Endpoint>
  /** Asked when a connection to this endpoint failed: whether there is, or will be, a later one. */
  isReplaced(generation: number): Promise<boolean>
  /** Told when the engine of this endpoint takes connections and answers none. */
  silent(generation: number): void
  close(): Promise<void>
}
