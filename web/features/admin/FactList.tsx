import styles from './FactList.module.css'

/** Names and what they stand for, one under the other. */
export const FactList = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: React.ReactNode])[]
}) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
