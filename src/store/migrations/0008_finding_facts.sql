ALTER TABLE `finding` RENAME COLUMN `message` TO `facts`;--> statement-breakpoint
UPDATE `finding` SET `facts` = json_object('earlierText', `facts`, 'earlierCode', `code`), `code` = CASE `code`
  WHEN 'correction-outdated' THEN 'correction-misfit'
  WHEN 'correction-unmatched' THEN 'correction-misfit'
  WHEN 'net-payment' THEN 'row-arithmetic'
  WHEN 'service-fee' THEN 'row-arithmetic'
  WHEN 'current-retained' THEN 'row-arithmetic'
  WHEN 'total-collections' THEN CASE WHEN `facts` LIKE '% is blank, but %' THEN 'blank-total' ELSE 'row-arithmetic' END
  ELSE `code` END;
