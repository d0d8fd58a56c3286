import { get, type Agent } from 'node:http'

/** A request with the headers of a browser, until its last byte. */
export function fetched(url: string, agent: Agent, authorization: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(
      url,
      { agent, headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', authorization } },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`The server answered ${response.statusCode} to ${new URL(url).pathname}.`)),
        )
      },
    ).on('error', reject)
  })
}

let questions = 0

/** An input that nobody has asked with before, so that no kept answer is measured. */
export const newQuestion = (input: object): object => ({ ...input, question: ++questions })
