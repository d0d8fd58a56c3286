import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { getCostTemplate } from '#web/download-calls.ts'
import { saveFile } from '#web/table/save-file.ts'
import { errorText } from '#web/trpc.ts'
import { Button, type ButtonKind } from '#web/ui/Button.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'

interface CostTemplateButtonProps {
  companyId: string
  /** Only these of the products that lack something. */
  skus?: readonly string[]
  /** With columns for what products measure. */
  withSizes?: boolean
  kind: ButtonKind
}

/** Hands out the workbook in which people write what their products cost, and says how many are in it. */
export function CostTemplateButton({
  companyId,
  skus = [],
  withSizes = false,
  kind,
}: CostTemplateButtonProps) {
  const download = useMutation({
    mutationFn: () => getCostTemplate(companyId, skus, withSizes),
    onSuccess: ({ fileName, workbook }) => {
      const bytes = Uint8Array.from(atob(workbook), (character) => character.charCodeAt(0))
      saveFile(fileName, new Blob([bytes]))
    },
  })
  return (
    <>
      <Button
        kind={kind}
        size="sm"
        icon={Download}
        isPending={download.isPending}
        onPress={() => download.mutate()}
      >
        Download a template
      </Button>
      <output>
        {download.data && listedText(download.data, withSizes)}
        {download.isError && errorText(download.error)}
      </output>
    </>
  )
}

function listedText({ products, more }: { products: number; more: number }, withSizes: boolean): string {
  const listed = `It lists ${countText(products, 'product')} without a cost${withSizes ? ' or a size' : ''}`
  return more === 0 ? `${listed}.` : `${listed}; ${wholeText(more)} more do not fit.`
}
