-- Days of traffic by product were asked for by SKU, of which Amazon leaves out what nobody ordered. They are asked for anew.
DELETE FROM "sync_tasks" WHERE "source" = 'trafficByProduct';
