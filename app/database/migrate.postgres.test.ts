import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createOnServer } from '../../tests/database'
import { knownMigrations, migrateWithin } from './migrate.server'

test('migration 14 fills the columns of rejections and of the last change from the audit log', async () => {
  const client = new Client({
    connectionString: await createOnServer(`test_facts_${process.env.VITEST_POOL_ID}`),
  })
  await client.connect()
  try {
    await client.query('begin')
    await migrateWithin(client, knownMigrations()[13])
    await client.query(`
      insert into profiles (id, email, first_name, last_name) values
        ('carla', 'carla@example.it', 'Carla', 'Prova'), ('ada', 'ada@example.it', 'Ada', 'Prova'),
        ('bruno', 'bruno@example.it', 'Bruno', 'Prova'), ('dora', 'dora@example.it', 'Dora', 'Prova');
      insert into courses (id, slug, title) values ('00000000-0000-4000-8000-00000000000c', 'corso', 'Corso');
      insert into user_courses (id, user_id, course_id, status, requested_at)
        select '00000000-0000-4000-8000-00000000000' || n, person, '00000000-0000-4000-8000-00000000000c', state,
          '2026-01-01T10:00Z'
        from (values (1, 'ada', 'rejected'), (2, 'bruno', 'rejected'), (3, 'dora', 'pending')) as row (n, person, state);
      insert into audit_logs (user_id, action, entity_type, entity_id, details, created_at)
        select person, 'update', kind, '00000000-0000-4000-8000-00000000000' || n, details::jsonb, moment::timestamptz
        from (values
          ('carla', 'user_courses', '1', '{"new":{"status":"rejected"},"reason":"prima"}', '2026-02-01T10:00Z'),
          ('carla', 'user_courses', '1', '{"new":{"status":"pending"}}', '2026-02-02T10:00Z'),
          ('carla', 'user_courses', '1', '{"new":{"status":"rejected"},"reason":"seconda"}', '2026-02-03T10:00Z'),
          ('carla', 'user_courses', '3', '{"new":{"status":"rejected"},"reason":"riaperta"}', '2026-02-04T10:00Z'),
          ('carla', 'user_courses', '3', '{"new":{"status":"pending"}}', '2026-02-05T10:00Z'),
          ('nessuno', 'courses', 'c', '{}', '2026-02-06T10:00Z'),
          ('carla', 'courses', 'c', '{}', '2026-02-07T10:00Z')) as row (person, kind, n, details, moment)`)
    await migrateWithin(client)
    await client.query('commit')
    const { rows } = await client.query(
      'select user_id, rejected_at, rejected_by, reject_reason from user_courses order by id',
    )
    expect(rows).toEqual([
      {
        user_id: 'ada',
        rejected_at: new Date('2026-02-03T10:00Z'),
        rejected_by: 'carla',
        reject_reason: 'seconda',
      },
      {
        user_id: 'bruno',
        rejected_at: new Date('2026-01-01T10:00Z'),
        rejected_by: null,
        reject_reason: null,
      },
      { user_id: 'dora', rejected_at: null, rejected_by: null, reject_reason: null },
    ])
    expect((await client.query('select updated_by from courses')).rows).toEqual([{ updated_by: 'carla' }])
  } finally {
    await client.end()
  }
})
