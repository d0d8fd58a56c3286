-- A change of placed lines keeps the names whose places differ, and no longer all of them before and after it.
WITH places AS (
  SELECT company_id, version, mapping - ARRAY['line', 'validFrom'] AS name, mapping, n
  FROM settings_history, LATERAL (
    SELECT jsonb_array_elements(before -> 'lineMappings') AS mapping, 1 AS n
    UNION ALL
    SELECT jsonb_array_elements(after -> 'lineMappings'), -1
  ) AS mappings
), changed AS (
  SELECT DISTINCT company_id, version, name FROM places GROUP BY company_id, version, name, mapping HAVING sum(n) <> 0
), kept AS (
  SELECT company_id, version,
    coalesce(jsonb_agg(mapping) FILTER (WHERE n = 1), '[]') AS before, coalesce(jsonb_agg(mapping) FILTER (WHERE n = -1), '[]') AS after
  FROM places INNER JOIN changed USING (company_id, version, name)
  GROUP BY company_id, version
)
UPDATE settings_history AS h
SET before = jsonb_set(h.before, '{lineMappings}', kept.before), after = jsonb_set(h.after, '{lineMappings}', kept.after)
FROM kept WHERE kept.company_id = h.company_id AND kept.version = h.version;
