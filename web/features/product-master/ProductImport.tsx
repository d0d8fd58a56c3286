import { ListImport } from '#web/dashboard/ListImport.tsx'
import { CostTemplateButton } from '#web/shell/CostTemplateButton.tsx'
import { PRODUCT_TEXTS } from '#web/product-drawer/product-edit-texts.ts'

interface ProductImportProps {
  companyId: string
  refusal: string | undefined
  reason: string | undefined
}

/** Names, categories, tags, sizes and costs of products out of a file: the template that was filled in, or the export of the page. */
export const ProductImport = (props: ProductImportProps) => (
  <ListImport
    {...props}
    area="productMaster"
    title="Import products"
    noun="product"
    texts={PRODUCT_TEXTS}
    columns={
      <>
        A row for each product or cost: <code>sku</code>, and of <code>custom_name</code>,{' '}
        <code>category</code>, <code>tags</code>, <code>length_cm</code>, <code>width_cm</code>,{' '}
        <code>height_cm</code>, <code>weight_kg</code>, <code>marketplace</code>, <code>valid_from</code>,{' '}
        <code>valid_to</code>, <code>currency</code>, <code>manufacturing</code>, <code>freight</code>,{' '}
        <code>duty</code>, <code>other</code> and <code>fbm_shipping</code> those that you have. An empty cell
        changes nothing. The exports of this page are read as well, also that of costs.
      </>
    }
    template={<CostTemplateButton companyId={props.companyId} withSizes kind="secondary" />}
  />
)
