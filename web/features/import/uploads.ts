import { useSyncExternalStore } from 'react'
import { fileUrls } from '#web/file-urls.ts'
import { authorization, endSession } from '#web/session/session.ts'

/** A file on its way to the server. It outlives the page: leaving it does not end the upload. */
export interface Upload {
  key: number
  companyId: string
  fileName: string
  bytes: number
  sentBytes: number
  /** Why it did not arrive. */
  problem: string | null
  /** Known once the file has arrived. */
  importId: number | null
  cancel: () => void
}

/** More at once would only slow each of them down. */
const AT_ONCE_MAX = 2

let uploads: readonly Upload[] = []
let nextKey = 1
let running = 0
const waiting: (() => void)[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const update = (key: number, changes: Partial<Upload>): void =>
  replace(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))

/** Forgets an upload; its import, if there is one, stays. */
export const forget = (key: number): void => replace(uploads.filter((upload) => upload.key !== key))

export function upload(companyId: string, files: readonly File[]): void {
  for (const file of files) start(companyId, file)
}

function start(companyId: string, file: File): void {
  const key = nextKey++
  const request = new XMLHttpRequest()
  const cancel = () => {
    request.abort()
    forget(key)
  }
  replace([
    ...uploads,
    {
      key,
      companyId,
      fileName: file.name,
      bytes: file.size,
      sentBytes: 0,
      problem: null,
      importId: null,
      cancel,
    },
  ])
  // `fetch` cannot say how much of a body it has sent.
  request.open('POST', fileUrls.upload(companyId, file.name))
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.upload.onprogress = ({ loaded }) => update(key, { sentBytes: loaded })
  request.onload = () => {
    if (request.status === 401) void endSession()
    const answer = answerOf(request)
    update(key, 'importId' in answer ? answer : { problem: answer.error })
  }
  const fail = () => update(key, { problem: 'The file did not arrive. Check the connection and try again.' })
  const end = () => {
    running--
    waiting.shift()?.()
  }
  request.onerror = fail
  request.onloadend = end
  const isCancelled = () => !uploads.some((other) => other.key === key)
  const send = async () => {
    // Cancelled while it waited for its turn.
    if (isCancelled()) return waiting.shift()?.()
    running++
    try {
      const header = await authorization()
      if (isCancelled()) return end()
      if (header.authorization) request.setRequestHeader('authorization', header.authorization)
      request.send(file)
    } catch {
      fail()
      end()
    }
  }
  if (running < AT_ONCE_MAX) void send()
  else waiting.push(() => void send())
}

function answerOf(request: XMLHttpRequest): { importId: number } | { error: string } {
  try {
    const answer: unknown = JSON.parse(request.responseText)
    if (typeof answer === 'object' && answer !== null) {
      if ('importId' in answer && typeof answer.importId === 'number') return { importId: answer.importId }
      if ('error' in answer && typeof answer.error === 'string') return { error: answer.error }
    }
  } catch {
    // Not ours: something between the browser and the server answered.
  }
  return { error: `The server did not take the file (status ${request.status}).` }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The uploads of a company since the application was opened, the newest first. */
export function useUploads(companyId: string): Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return all.filter((upload) => upload.companyId === companyId).toReversed()
}
