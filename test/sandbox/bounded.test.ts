import { createUser } from '../../sandbox/accounts.ts';
import { insertDelivery, listDeliveries } from '../../sandbox/db/deliveries.ts';
import { insertWebhook } from '../../sandbox/db/webhooks.ts';
import { openService } from '../../sandbox/service.ts';

const newestFirst = [10, 9, 8];

test('the log of deliveries keeps only the newest', () => {
	const service = openService({ database: ':memory:' });
	const { id: userId } = createUser(service, { name: 'Vera', email: 'vera@lind.example', plan: 'professional' });
	const webhook = { id: 'wh', userId, url: 'https://hooks.example', events: [], secret: 's', createdAt: 0 };
	insertWebhook(service.db, webhook);
	const delivery = { webhookId: webhook.id, event: 'transcript.ready', body: '{}', signature: 's', createdAt: 0 };
	for (let sent = 0; sent < 10; sent += 1) insertDelivery(service.db, delivery, 3);
	expect(listDeliveries(service.db, userId, 100).map(({ id }) => id)).toEqual(newestFirst);
	service.db.close();
});
