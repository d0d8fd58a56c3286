import { CostTemplateButton } from '#web/shell/CostTemplateButton.tsx'
import styles from './CostTemplate.module.css'

export function CostTemplate({ companyId }: { companyId: string }) {
  return (
    <p className={styles.line}>
      Amazon’s files do not say what your products cost.
      <CostTemplateButton companyId={companyId} kind="tertiary" />
    </p>
  )
}
