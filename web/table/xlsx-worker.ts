import { xlsxBlob } from './xlsx.ts'
import type { Facts, Sheet } from './sheet.ts'

/** A thread of its own: a workbook of ten thousand rows takes seconds, in which the page would not answer. */
self.addEventListener('message', ({ data }: MessageEvent<{ sheet: Sheet; facts: Facts }>) => {
  void xlsxBlob(data.sheet, data.facts).then(
    (blob) => self.postMessage({ blob }),
    () => self.postMessage({ blob: null }),
  )
})
