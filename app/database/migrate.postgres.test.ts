import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createOnServer } from '../../tests/database'
import { knownMigrations, migrateInTransaction } from './migrate.server'

test('what stood in the audit log and in settings is in columns afterwards', async () => {
  const client = new Client({
    connectionString: await createOnServer(`test_facts_${process.env.VITEST_POOL_ID}`),
  })
  await client.connect()
  try {
    await client.query('begin')
    await migrateInTransaction(client, knownMigrations()[13])
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
          ('carla', 'courses', 'c', '{}', '2026-02-07T10:00Z')) as row (person, kind, n, details, moment);
      insert into settings values ('key', 'secret'), ('task back up', '{"at":"2026-03-01T10:00:00Z","ok":false}'),
        ('last-backup', '{"startedAt":"2026-03-01T10:00:00Z","error":"x",
          "done":{"at":"2026-02-28T10:00:00Z","path":"/b.tar.gz","size":5000000000,"missing":2}}')`)
    await migrateInTransaction(client)
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
    expect((await client.query('select key from settings')).rows).toEqual([{ key: 'key' }])
    expect((await client.query('select task, ended_at, ok from task_runs')).rows).toEqual([
      { task: 'back up', ended_at: new Date('2026-03-01T10:00Z'), ok: false },
    ])
    expect((await client.query('select path, size, missing, ended_at from backups')).rows).toEqual([
      { path: '/b.tar.gz', size: '5000000000', missing: 2, ended_at: new Date('2026-02-28T10:00Z') },
    ])
  } finally {
    await client.end()
  }
})
