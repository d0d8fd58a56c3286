/** A central bank on this machine, which publishes reference rates as the European Central Bank does. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Units for one euro. */
export type Quotes = Record<string, string>

const QUOTES: Quotes = {
  USD: '1.2',
  GBP: '0.87',
  AUD: '1.6',
  BRL: '5.9',
  CAD: '1.6',
  INR: '110',
  JPY: '186',
  MXN: '20.3',
  PLN: '4.25',
  SEK: '10.9',
  SGD: '1.49',
  TRY: '52.3',
  ZAR: '19.4',
  CHF: '0.93',
  CNY: '8',
  CZK: '24.4',
  DKK: '7.47',
  HKD: '9.15',
  HUF: '367',
  IDR: '20082',
  ILS: '3.58',
  ISK: '143',
  KRW: '1741',
  MYR: '4.64',
  NOK: '11.1',
  NZD: '2.01',
  PHP: '70.4',
  RON: '5.09',
  THB: '37.7',
  // Taken by nobody.
  XDR: '0.85',
}

export class Bank implements AsyncDisposable {
  /** The newest day last. */
  readonly days: { day: string; quotes: Quotes }[] = []
  /** What was asked for. */
  readonly asked: string[] = []
  /** Answers instead of the file, while it is set. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  readonly #server = createServer((request, response) => {
    this.asked.push(request.url!)
    if (this.instead) return this.instead(request, response)
    const path = request.url!
    const days = path.endsWith('-daily.xml')
      ? this.days.slice(-1)
      : path.endsWith('-90d.xml')
        ? this.days.slice(-63)
        : this.days
    response.setHeader('content-type', 'text/xml').end(publishedFile(days))
  })

  static async open(): Promise<Bank> {
    const bank = new Bank()
    bank.#server.listen(0, '127.0.0.1')
    await once(bank.#server, 'listening')
    return bank
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `${this.origin}/stats/eurofxref/eurofxref-daily.xml`
  }

  publish(day: string, quotes: Quotes = {}): void {
    this.days.push({ day, quotes: { ...QUOTES, ...quotes } })
  }

  /** Forgets everything, as for another test. */
  reset(): void {
    this.days.length = 0
    this.asked.length = 0
    this.instead = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

export function publishedFile(days: readonly { day: string; quotes: Quotes }[]): string {
  const cubes = days.map(({ day, quotes }) => {
    const rates = Object.entries(quotes).map(
      ([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`,
    )
    return `\t\t<Cube time='${day}'>\n${rates.join('')}\t\t</Cube>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join('')}\t</Cube>
</gesmes:Envelope>
`
}
