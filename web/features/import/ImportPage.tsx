import { Page } from '#web/shell/Page.tsx'

export function ImportPage() {
  return <Page title="Import">{null}</Page>
}
