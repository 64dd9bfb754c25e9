console.log('no tests yet');
