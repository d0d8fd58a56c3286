import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { configFrom } from '#server/config.ts'
import { lockDataDir } from '#server/data-dir.ts'
import { openClient } from './client.ts'
import { importFile } from './import-file.ts'

/** Interrupts an import at a moment of its upload and gives what the server was asked for, beside the upload. */
async function askedWhenInterrupted(at: 'sent' | 'sending'): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-cli-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const lock = await lockDataDir(dataDir)
  onTestFinished(() => lock.release())
  const stop = new AbortController()
  const asked: string[] = []
  lock.listen((request: IncomingMessage, response) => {
    const answer = async () => {
      if (!request.url!.startsWith('/imports?')) {
        asked.push(`${request.url} ${await text(request)}`)
        return '{"result":{"data":{}}}'
      }
      await text(request)
      // The import is in the queue, and its command does not know its number yet.
      stop.abort()
      return '{"importId":7}'
    }
    answer().then(
      (body) => response.end(body),
      () => response.destroy(),
    )
  })
  const client = openClient(configFrom({ SEXTANT_DATA_DIR: dataDir }), { signal: stop.signal, log: () => {} })
  const open = () =>
    Readable.from(
      (function* () {
        yield Buffer.from('a')
        if (at === 'sending') stop.abort()
        yield Buffer.from('b')
      })(),
    )
  await expect(importFile(client, stop.signal, 'c', { fileName: 'a.txt', open })).rejects.toThrow()
  await client.close()
  return asked
}

test('an import that was queued while its command was interrupted is taken back', async () => {
  expect(await askedWhenInterrupted('sent')).toEqual(['/trpc/imports.cancel {"companyId":"c","importId":7}'])
})

test('an interruption ends an upload that is under way, and there is nothing to take back', async () => {
  expect(await askedWhenInterrupted('sending')).toEqual([])
})
